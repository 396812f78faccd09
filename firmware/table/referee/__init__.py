"""The table's referee: physical events in, record lines to the rules, news to everybody who listens.

The physical protocol of a match (2 to 4 seats; record seat i is physical seat i)
=================================================================================

phase     what people do                                   what the referee makes of it
clear     clear the cloth (it is mixed, nothing is played)  nothing, until the cloth is empty
deal      take their tiles into the racks                  ``deal`` when the cloth is empty and every rack has held its
          number for 2 s, or at once when the first tile is laid. Without rack loops the first tile starts a round
          whose hands are only counts: who holds what is never asserted then, nor whose tile it was that was laid, and
          a second double after another is asked about. A ``redeal`` or ``misdeal`` waits for other hands.
play      lay a tile                                       ``play`` at the end where it lies. Between two legal ends, or
          at none for 2 s: a question. At none for 4 s, and it fits none: ``play`` without an end, which is refused.
          A bazaar tile laid by the seat that must draw: ``draw`` and ``play``
          take a bazaar tile into the rack                 ``draw``
          press the own button shortly, or knock twice     ``pass`` (without racks, while tiles can be drawn: ``draw``)
          press twice (osyol)                              the next double of this seat is laid ``closed``
          press shortly (tennis, nobody on turn)           ``claim``: this seat serves
          press long                                       ``correct``: the last thing that this seat did is undone,
                                                           if nobody has acted since; else only the news "held"
          take the tile just laid back into the rack       the same
          take a refused tile away                         nothing: it is as if it had not been laid
          leave it until ones turn comes                   ``play``, where it lies legally then
          answer a question                                button short: the first place, double: the other; or push
                                                           the tile towards one of them
          press a key, turn over with < and >, press ok    ``play`` of a tile that nobody has heard
          (kolbasa) lay the last tile of the row           ``play``; across both tips the ``cut``; where it fits nowhere
                                                           ``turn_up``, and then it is taken back
reveal    (unknown hands) lay the rest before you, press   ``reveal``, once all of the hand lies there
over      press ok                                         a new match with the same settings

What was done last may be taken back until another seat acts. A tile that moves does not play; the last one moved to the
other end, before anybody else has acted, is a play at that end.

News, as told to subscribers (``subscribe(listener)``, ``listener(kind, ...)``) and the signal each means (design §4)
=====================================================================================================================

"match" line               a match begins; its ``line`` follows as number 1
"line" n line outs place   an input line and its output lines, in the order of the record, fouls included. place: the
                           tile's pose or None. An ok ``play`` is the signal *accepted* there. ``round_end``,
                           ``match_end`` and ``redeal`` stand in outs; a ``round_end`` of reason "fish" is the
                           signal *fish*
"turn" seat                whose turn it is from now on (None: nobody's): signal *whose turn*. Without racks it is told
                           while hands are dealt, too, where a seat will open; with a bazaar on the cloth once it
                           holds no more than is left
"bazaar" mask              tiles that lie in a bazaar on the cloth when the ``deal``, which follows, was done
"show" seats               the seats that must still show their hands, in the phase reveal; empty: none any more
"foul" seat code tile place   signal *foul* at the seat and the place; tile and place may be None. It stands until ...
"retracted" seat tile      ... the tile is taken away (tile None: something is done), or the round ends
"question" id seat places  signal *question* at the places, each (x, y), or a seat's number when who laid the tile is
                           asked (seat is None then: every seat's button answers for itself)
"answered" id              the question is over
"choice" seat tile value place   with the keys a missed tile of the seat is being chosen: this one at the end of this
                           value, which is there; tile None: none is missing; seat None: the choice is over
"undone" n seat            line n, of this seat, does not count any more; its tile may lie there still. Seat None: it
                           is an arbiter's correction that has left tiles lying
"held" seat                this seat's button was held, and there is nothing that it could take back
"phase" name               clear, deal, play, reveal, over, resume (after a start, while the cloth is read), maintenance
"moved" tile pose          a tile of the layout has come to lie there, or lies a little differently now
"trouble" code detail      signal *trouble*, until ...
"recovered" code           ... this. Codes of sensing, drivers and journal, and "task" (detail: name), "chain" (detail:
                           tile: it belongs to the layout and is in a rack)
"closing" seat             this seat's next double will count as laid face down; None: no more
"language" name            ru, en or es

``snapshot(view)`` is the same for those who come later; ``version`` changes whenever it does.
"""

from table.referee.referee import TableReferee  # noqa: F401
