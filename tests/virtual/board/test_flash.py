"""The board's flash: NOR rules, images that both littlefs implementations read, and power cuts at each operation."""

from __future__ import annotations

from domino_table.virtual.board import CUT, POWER_ON
from domino_table.virtual.flash import BLOCK, Operation, build_image, folder_files, images, read_image, read_trace
from domino_table.virtual.timing import Timing

BOOT = Timing().boot

WRITER = """
import os
for i in range(6):
    with open('/new', 'wb') as f:
        f.write(bytes((i,)) * 700)
    os.rename('/new', '/state')
    print('kept', i)
"""


def test_the_board_reads_a_built_image_and_the_host_reads_what_the_board_wrote(make_board):
    board = make_board(
        "import os\nprint(sorted(os.listdir('/')), len(open('/table/big.mpy', 'rb').read()))\n"
        "os.mkdir('/log')\nwith open('/log/a', 'w') as f:\n    f.write('пас')",
        files={"/table/big.mpy": bytes(range(256)) * 40},
    )
    board.run_until(BOOT + 2_000_000)
    assert "['boot.py', 'main.py', 'table'] 10240" in board.serial.text
    board.power_cut()
    files = read_image(board.image.read_bytes())
    assert files["/log/a"].decode() == "пас"
    assert files["/table/big.mpy"] == bytes(range(256)) * 40


def test_a_folder_becomes_files_on_the_board(tmp_path):
    (tmp_path / "table").mkdir()
    (tmp_path / "table" / "app.mpy").write_bytes(b"M")
    (tmp_path / "main.py").write_bytes(b"#")
    assert read_image(build_image(folder_files(tmp_path), 64 * 1024)) == {"/main.py": b"#", "/table/app.mpy": b"M"}


def test_an_empty_flash_is_formatted_at_the_first_start(make_board):
    board = make_board("")
    board.power_cut()
    board.image.write_bytes(b"\xff" * 256 * 1024)
    board.start()
    board.run_until(board.now + BOOT + 2_000_000)
    assert board.at_prompt
    board.power_cut()
    assert read_image(board.image.read_bytes()) == {}


def test_programming_only_clears_bits_and_erasing_sets_them():
    image = bytearray(b"\xff" * BLOCK)
    Operation(0, 32, b"\xf0" * 32).apply(image)
    Operation(0, 32, b"\x3c" * 32).apply(image)
    assert image[32:64] == b"\x30" * 32
    Operation(0, 0, b"").apply(image, torn=True)
    assert image[32:64] == b"\xff" * 32


def test_flash_operations_take_their_time(make_board, tmp_path):
    trace = tmp_path / "trace"
    board = make_board(
        "import time\nt = time.ticks_ms()\nwith open('/a', 'wb') as f:\n    f.write(b'x' * 4000)\n"
        "print(time.ticks_ms() - t)",
        trace=trace,
    )
    board.run_until(BOOT + 2_000_000)
    operations = read_trace(trace.read_bytes())
    erases = sum(not operation.data for operation in operations)
    programmed = sum(len(operation.data) for operation in operations)
    assert erases >= 1
    assert abs(int(board.serial.text.split()[0]) - (erases * 45 + programmed * 0.6 / 256)) <= 1


def test_the_trace_rebuilds_every_state_of_the_flash(make_board, tmp_path):
    trace = tmp_path / "trace"
    board = make_board(WRITER, trace=trace)
    base = board.image.read_bytes()
    board.run_until(BOOT + 5_000_000)
    board.power_cut()
    operations = read_trace(trace.read_bytes())
    whole = list(images(base, operations, torn=False))
    assert whole[-1] == board.image.read_bytes()
    last = -1
    for image in whole:
        state = read_image(image).get("/state", b"")
        assert state in {b"", *(bytes((i,)) * 700 for i in range(6))}
        assert (state[0] if state else -1) >= last
        last = state[0] if state else last
    assert last == 5
    for image in images(base, operations, torn=True):
        state = read_image(image).get("/state", b"")
        assert len(set(state)) <= 1
        assert len(state) in (0, 700)


def test_a_cut_inside_an_operation_leaves_the_same_flash_as_the_trace_says(make_board, tmp_path):
    trace = tmp_path / "trace"
    whole = make_board(WRITER, trace=trace)
    base = whole.image.read_bytes()
    whole.run_until(BOOT + 5_000_000)
    operations = read_trace(trace.read_bytes())
    expected = list(images(base, operations, torn=True))
    for k in range(0, len(operations), 7):
        board = make_board(WRITER, cut_at=k, torn=True)
        assert board.run_until(BOOT + 5_000_000) is False
        assert board.image.read_bytes() == expected[k]


def test_after_a_cut_the_board_starts_again_on_what_is_there(make_board):
    board = make_board(WRITER, cut_at=40, torn=True)
    board.run_until(BOOT + 5_000_000)
    assert not board.alive
    board.start()
    board.run_until(board.now + BOOT + 5_000_000)
    assert [boot.cause for boot in board.boots] == [POWER_ON, POWER_ON]
    assert CUT not in [boot.cause for boot in board.boots]
    assert board.serial.text.count("kept 5") == 1


def test_nvs_keeps_what_was_committed_through_a_power_cut(make_board):
    board = make_board(
        "from esp32 import NVS\nn = NVS('table')\n"
        "try:\n    boots = n.get_i32('boots')\nexcept OSError:\n    boots = 0\n"
        "n.set_i32('boots', boots + 1)\nn.commit()\nn.set_i32('boots', 99)\nprint('boots', boots)"
    )
    for _ in range(3):
        board.run_until(board.now + BOOT + 100_000)
        board.power_cut()
        board.start()
    assert [line[-7:] for line in board.serial.text.splitlines() if "boots" in line] == [
        "boots 0",
        "boots 1",
        "boots 2",
    ]
