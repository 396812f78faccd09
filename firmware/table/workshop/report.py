"""What the self-test found, in the players' language."""


def report(stand, texts, found):
    """Lines for what the steps found, the worst first; one that says that all is well if it is.

    stand: the Stand that was tested. texts: ``table.panel.texts.Texts``. found: by step, see ``SelfTest``.
    """
    tags = found.get("tags", {})
    lines = [_loop(stand, texts, loop) for loop in found.get("loops", {}).get("dead", ())]
    lines.extend(_tags(stand.config.get("set_max", 6), texts, tags))
    if found.get("lights", {}).get("good") is False:
        lines.append(texts("selftest.dark"))
    for name in found.get("buttons", {}).get("silent", ()):
        seat = name[:4] == "seat"
        lines.append(texts("selftest.mute", seat=int(name[4]) + 1) if seat else texts("selftest.mute." + name))
    for seat in found.get("knocks", {}).get("silent", ()):
        lines.append(texts("selftest.deaf", seat=seat + 1))
    return lines or [texts("selftest.good", loops=stand.count, tags=tags.get("heard", 0))]


def _loop(stand, texts, loop):
    """People count rows, columns and racks from 1."""
    if loop < stand.rows:
        return texts("selftest.loop.row", number=loop + 1)
    if loop < stand.grid:
        return texts("selftest.loop.column", number=loop - stand.rows + 1)
    return texts("selftest.loop.rack", number=loop - stand.grid + 1)


def _tags(set_max, texts, found):
    names = [(low, high) for low in range(set_max + 1) for high in range(low, set_max + 1)]
    lines = []
    for key in ("lost", "weak"):
        for entry in found.get(key, ()):
            tag = entry if key == "lost" else entry[0]
            pips = names[tag >> 1]
            lines.append(texts("selftest.tag." + key, tile="%d-%d" % pips, half=pips[tag & 1]))
    return lines
