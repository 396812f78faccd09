"""Breaches that only show later: what a seat with an unseen hand claimed, kept until its tiles disprove it.

A pass says "I hold none of these tiles", an opening says "nobody holds one of those". Each claim waits in
``match.claims`` as [n, code, seat, mask of tiles that would disprove it, mask of seats whose tiles count]. A tile that
comes from the bazaar afterwards proves nothing; after an unseen draw nothing that the seat holds does. An arbiter who
has ruled on the line adds a sixth entry: what shows later has no other remedy.
"""

from domino_rules.shelf import take


def claim(match, code, seat, mask, holders):
    """Keep what an accepted line claims."""
    if mask:
        match.claims.append([match.line, code, seat, mask, holders])


def drawn(match, seat, bit):
    """A seat took a tile from the bazaar (0: unseen)."""
    for entry in match.claims:
        if bit:
            entry[3] &= ~bit
        else:
            entry[4] &= ~(1 << seat)
    match.claims = [entry for entry in match.claims if entry[3] and entry[4]]


def shown(match, seat, mask):
    """Tiles of a hidden hand became known: report the claims that they disprove."""
    kept = []
    for entry in match.claims:
        if entry[4] >> seat & 1 and entry[3] & mask:
            line = {
                "type": "late",
                "n": match.line,
                "ref": entry[0],
                "code": entry[1],
                "seat": entry[2],
                "detail": {"playable": match.tiles.names(entry[3] & mask)},
            }
            match.news.append(line)
            if match.profile and len(entry) == 5:
                take("remedies").late(match, line)
        else:
            kept.append(entry)
    match.claims = kept
