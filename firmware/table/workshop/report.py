"""What the self-test found, in the players' language."""

KEYS = {"left": "<", "right": ">", "ok": "OK"}


def report(stand, texts, found):
    """Lines for what the steps found, the worst first; one that says that all is well if it is.

    stand: the Stand that was tested. texts: ``table.panel.texts.Texts``. found: by step, see ``SelfTest``.
    """
    tags = found.get("tags", {})
    lines = [texts("selftest.failed") + " (%s)" % name for name in sorted(found) if "error" in found[name]]
    lines.extend([_loop(stand, texts, loop) for loop in found.get("loops", {}).get("dead", ())])
    lines.extend(_tags(stand.config.get("set_max", 6), texts, tags))
    if found.get("lights", {}).get("good") is False:
        lines.append(texts("selftest.dark"))
    elif "late" in found.get("lights", ()):
        lines.append(texts("selftest.unsaid"))
    for key in ("stuck", "silent"):
        lines.extend([_button(texts, "selftest." + key, name) for name in found.get("buttons", {}).get(key, ())])
    for seat in found.get("knocks", {}).get("silent", ()):
        lines.append(texts("selftest.deaf", seat=seat + 1))
    if [name for name in found if "ended" in found[name]]:
        lines.append(texts("selftest.over"))
    return lines or [texts("selftest.good", loops=stand.count, tags=tags.get("heard", 0))]


def _button(texts, key, name):
    if name[:4] == "seat":
        return texts(key, seat=int(name[4]) + 1)
    return texts(key + ".key", name=KEYS[name])


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
