"""The live heap that the rules of one game take on a 32-bit MicroPython, nothing else being loaded."""

from __future__ import annotations

import json

from domino_table.device.bundle import firmware_code, on_board
from domino_table.virtual.board import BoardFailed
from domino_table.virtual.limit import NoWires
from naive.generate import record
from naive.setting import Manners

from bench._heap_board import HeapBoard

# Judges a record with pauses, in which the heap is sampled after a collection.
_MAIN = """
import asyncio
import json

async def main():
    from domino_rules.referee import Referee
    referee = Referee()
    with open('/record.jsonl') as lines:
        for line in lines:
            referee.feed(json.loads(line))
            await asyncio.sleep_ms(50)
    await asyncio.sleep_ms(200)
    print('judged')
    await asyncio.sleep(100)

asyncio.run(main())
"""
ROUNDS = 3


def live(game: str) -> int:
    """The highest live heap in bytes over three rounds of a game as it comes, corrections and mistakes included.

    The rules are as a board has them. Raises :class:`BoardFailed` where they fail on it.
    """
    lines = record(game, ROUNDS, 1, Manners(varied=0, standing=0))
    text = "".join(json.dumps(line) + "\n" for line in lines)
    files = {"/main.py": on_board(_MAIN).encode(), "/record.jsonl": text.encode()}
    with HeapBoard(firmware_code() | files, NoWires()) as board:
        board.start()
        while "judged" not in board.serial.text:
            board.run_until(board.now + 50_000)
            if board.crashes:
                raise BoardFailed(board.crashes[0].traceback)
        return max(board.heap_use.samples)
