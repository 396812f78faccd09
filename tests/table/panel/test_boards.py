"""What the display shows of every game: accounts, ends and winners as texts in places that hold them."""

from __future__ import annotations

import random
import string
import struct
import sys
from collections.abc import Iterator
from itertools import combinations, product
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
from domino_rules.referee import Referee
from domino_table import resources
from domino_table.device.texts import parse_texts
from host.players import SETTINGS, next_line
from table.events import Feed
from table.panel import Panel

NAMES = ["Константин", "Борис", "Вера", "Глеб", "Дина", "Егор"]
FONTS = ("small", "bold", "large")
BOLD = 1
PARTS = ("name", "seat")
ORANGE_RED, YELLOW, WHITE, GREY = 0xFF4A40, 0xFFD600, 0xF0F0F0, 0x969EAA


class Texts:
    """The texts of a language, straight from their source."""

    def __init__(self, language: str) -> None:
        path = resources.firmware_dir() / "texts" / f"{language}.txt"
        self._texts = parse_texts(path.read_text(encoding="utf-8"), language)

    def __call__(self, key: str, **fields: Any) -> str:
        return self._texts[key].format(**fields)

    def people(self, names: list[str]) -> None:
        return None

    def has(self, key: str) -> bool:
        return key in self._texts


class Face:
    """Widths of a font's letters, from its file."""

    def __init__(self, name: str) -> None:
        data = (resources.firmware_dir() / "fonts" / f"{name}.bin").read_bytes()
        self.height, _, ranges = data[:3]
        codes = []
        for number in range(ranges):
            first, count = struct.unpack_from("<HB", data, 3 + 3 * number)
            codes += range(first, first + count)
        index = 3 + 3 * ranges
        self._widths = {chr(code): data[index + 3 * n] for n, code in enumerate(codes)}

    def width(self, text: str) -> int:
        return sum(self._widths[letter] for letter in text)


class Table(Feed):
    """A table referee without a table: the record alone."""

    foul, trouble, language = None, {}, "ru"

    def __init__(self, game: str, **start: Any) -> None:
        super().__init__()
        seats, params = SETTINGS[game]
        self.record = self
        self.rules = Referee()
        self.line = {"type": "match", "v": 1, "game": game, "seats": NAMES[:seats], "params": params} | start
        self.n = 0

    @property
    def match(self) -> Any:
        return self.rules.match

    def clocks(self) -> list[int]:
        return [1000]

    def feed(self, **line: Any) -> list[dict[str, Any]]:
        outs: list[dict[str, Any]] = self.rules.feed(dict(line))
        assert outs[0]["ok"], (line, outs)
        self.n += 1
        self.tell("line", self.n, line, outs, None)
        return outs

    def begin(self) -> None:
        self.tell("match", self.line)
        self.feed(**self.line)

    def act(self, rng: random.Random) -> None:
        """Anything that may be done now, as people would."""
        self.feed(**next_line(self.match, rng))


@pytest.fixture
def screens(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Makes the panel of a table: (panel, screen)."""
    framebuf = ModuleType("framebuf")
    framebuf.RGB565 = 1  # type: ignore[attr-defined]
    framebuf.FrameBuffer = lambda *_: None  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "framebuf", framebuf)
    before = set(sys.modules)
    from table.panel.screen import Screen

    def make(table: Table, language: str = "ru") -> tuple[Panel, Screen]:
        screen = Screen(SimpleNamespace(width=320, height=240), [Face(name) for name in FONTS])
        panel = Panel(table, screen, None, None, Texts(language))
        table.subscribe(lambda *_: panel.refresh())  # what its task does soon after
        table.begin()
        return panel, screen

    yield make
    for name in set(sys.modules) - before:
        del sys.modules[name]


def words(screen: Any, field: str) -> list[str]:
    """The texts of a field."""
    return [item[1] for item in screen._fields[field][5:] if item[1]]


def check_places(screen: Any) -> None:
    """No text leaves its field, no field another's place or the screen."""
    fields = {name: field for name, field in screen._fields.items() if name != "all"}
    for name, (x, y, width, height, _, *items) in fields.items():
        assert x >= 0 <= y, name
        assert x + width <= 320, name
        assert y + height <= 240, name
        for font, text, _, left, top in items:
            face = screen.fonts[font]
            start = (width - face.width(text)) // 2 if left is None else left
            assert start >= 0 <= top, (name, text)
            assert start + face.width(text) <= width, (name, text)
            assert top + face.height <= height + 4, (name, text)  # digits have no descenders
    for (one, a), (other, b) in combinations(fields.items(), 2):
        apart = a[0] + a[2] <= b[0] or b[0] + b[2] <= a[0] or a[1] + a[3] <= b[1] or b[1] + b[3] <= a[1]
        assert apart, (one, other)


@pytest.mark.parametrize("language", ["ru", "en", "es"])
@pytest.mark.parametrize("game", sorted(SETTINGS))
def test_everything_has_room_all_through_a_match(screens: Any, game: str, language: str) -> None:
    table, rng = Table(game), random.Random(game)
    _, screen = screens(table, language)
    rounds = 0
    for _ in range(600):
        if table.match.phase == "match_over":
            break
        table.act(rng)
        check_places(screen)
        rounds = table.match.round
    assert rounds > 1
    assert words(screen, "clock") == ["0:01"]


@pytest.mark.parametrize("game", ["osyol", "muggins", "domino_tennis", "kolbasa", "morskoy_kozel"])
def test_nothing_of_a_game_stays_when_kozel_follows(screens: Any, game: str) -> None:
    table = Table(game)
    _, screen = screens(table)
    fields = {
        "all",
        "title",
        "clock",
        "carry",
        "ends",
        "stock",
        *(f"{part}{seat}" for part in PARTS for seat in range(4)),
    }
    assert set(screen._fields) - {"message"} != fields
    table.line = Table("kozel").line
    table.rules = Referee()
    table.begin()
    assert set(screen._fields) == fields


def test_the_clock_of_a_long_match_has_room_between_the_cards(screens: Any) -> None:
    _, screen = screens(Table("kozel"))
    for seconds, shown in ((599, "9:59"), (600, "10:00"), (676, "11:16"), (5999, "99:59"), (59_999, "999:59")):
        screen.clock(seconds)
        assert words(screen, "clock") == [shown]
        check_places(screen)


WIDEST = {
    "tile": "5-6",
    "first": "at 5",
    "count": "12",
    "value": "6",
    "half": "2",
    "seat": "4",
    "names": "Александра",
    "other": "Вера",
}
IN_OTHERS = ("game.", "what.", "then.", "choice.stand", "choice.retract", "at", "takes", "pair")  # or elsewhere
PUT_TOGETHER = ("foul.then", "ask.remedy", "held")


def filled(text: str, **fields: str) -> str:
    """A text with the widest fields."""
    wide = {name: WIDEST.get(name, "125") for _, name, _, _ in string.Formatter().parse(text) if name}
    return text.format(**wide | {"name": "Александра"} | fields)


def fonts_of(screen: Any, said: str) -> set[int]:
    """Fonts in which a message is shown, whole and in its place."""
    screen.message(said, False)
    assert " ".join(words(screen, "message")) == said
    check_places(screen)
    return {item[0] for item in screen._fields["message"][5:]}


@pytest.mark.parametrize("language", ["ru", "en", "es"])
def test_every_message_is_shown_whole(screens: Any, language: str) -> None:
    """In large letters also with a name of ten; only what is put together of others may need small ones."""
    _, screen = screens(Table("kozel"), language)
    texts = Texts(language)._texts
    for key, text in texts.items():
        if not key.startswith((*IN_OTHERS, *PUT_TOGETHER)):
            assert fonts_of(screen, filled(text)) == {BOLD}, (key, text)
    what = [filled(text) for key, text in texts.items() if key.startswith("what.")]
    then = [filled(text) for key, text in texts.items() if key.startswith("then.")]
    for one, other in product(what, then):
        fonts_of(screen, filled(texts["foul.then"], what=one, then=other))
    for one, other in product([texts["choice.stand"], texts["choice.retract"]], then):
        fonts_of(screen, filled(texts["ask.remedy"], first=one, other=other))
    ends = [texts["at"].format(value="5-6"), texts["at.cut"]]
    asked = filled(texts["ask.end"], first=ends[0], other=max(ends, key=len))
    for then in (asked, texts["held.rule"], filled(texts["phase.await_holder"])):
        fonts_of(screen, filled(texts["held"], then=then))
    fonts_of(screen, filled(texts["held.asked"], then=asked))


def test_arms_of_a_cross_show_their_numbers_and_the_closed_one_a_sign(screens: Any) -> None:
    table = Table("osyol")
    _, screen = screens(table)
    hands = [
        ["1-1", "0-2", "0-3", "0-4", "0-5", "0-6", "5-5"],
        ["1-5", "2-2", "2-3", "2-4", "2-5", "2-6", "0-0"],
        ["1-6", "3-3", "3-4", "3-5", "3-6", "0-1", "1-2"],
        ["4-4", "4-5", "4-6", "5-6", "6-6", "1-3", "1-4"],
    ]
    table.feed(type="deal", hands=hands, stock=[])
    table.feed(type="play", seat=0, tile="1-1")
    assert words(screen, "cross") == ["1", "1", "1", "1", "1-1"]
    table.feed(type="play", seat=1, tile="1-5", end="U")
    table.feed(type="play", seat=2, tile="1-6", end="L")
    table.feed(type="play", seat=3, tile="6-6", end="L", closed=True)
    assert words(screen, "cross") == ["\u00d7", "1", "5", "1", "1-1"]
    assert screen._fields["cross"][5][2] == GREY
    assert words(screen, "title") == ["Осёл · до 101", "кон 1"]


def test_fives_show_the_sum_of_the_ends_and_what_a_turn_has_earned(screens: Any) -> None:
    table = Table("all_fives")
    _, screen = screens(table)
    hand = [["5-5", "0-1", "0-2", "0-3", "0-4", "0-6", "1-1"], ["0-5", "1-2", "1-3", "1-4", "1-5", "1-6", "2-2"]]
    rest = [f"{a}-{b}" for a in range(7) for b in range(a, 7) if f"{a}-{b}" not in hand[0] + hand[1]]
    table.feed(type="deal", hands=hand, stock=rest)
    table.feed(type="play", seat=0, tile="5-5")
    assert words(screen, "carry") == ["сумма 10"]
    assert words(screen, "name0") == ["Констант +10"]
    assert words(screen, "seat0")[0] == "10"
    table.feed(type="play", seat=1, tile="0-5", end="L")
    assert words(screen, "name1") == ["Борис +10"]
    assert words(screen, "name0") == ["Константин"]


def test_tennis_shows_points_games_sets_and_who_serves(screens: Any) -> None:
    table = Table("domino_tennis", accounts=[{"sets": 1, "games": 5, "points": "69/2"}, {"games": 4, "points": 12}])
    _, screen = screens(table)
    table.act(random.Random(3))
    assert words(screen, "name0") == ["Константин"]
    table.feed(type="claim", seat=0, what="serve")
    assert words(screen, "name0")[0].startswith("\u2022 Констант")
    assert words(screen, "seat0")[0] == "69/2"
    assert words(screen, "set0") == ["1", "5"]
    assert words(screen, "set1") == ["0", "4"]
    assert words(screen, "set head1") == ["сеты", "геймы"]


def test_a_tie_break_is_named_and_its_units_stand_for_the_points(screens: Any) -> None:
    accounts = [{"games": 6, "tiebreak": 3}, {"games": 6, "tiebreak": 5}]
    _, screen = screens(Table("domino_tennis", accounts=accounts))
    assert words(screen, "carry") == ["тай-брейк"]
    assert [words(screen, f"seat{seat}") for seat in (0, 1)] == [["3"], ["5"]]


def test_the_sea_goat_shows_its_owner_eggs_debt_and_the_hundred(screens: Any) -> None:
    debt = {"seat": 1, "tries": 2, "stake": 31, "creditor": 0}
    start = {"accounts": [{"score": 40}, {"score": 0}, {"score": 0}], "hundred": 2, "debt": debt, "eggs": 23}
    _, screen = screens(Table("morskoy_kozel", **start))
    assert screen._fields["seat0"][5][1:3] == ("40", ORANGE_RED)
    assert screen._fields["seat1"][5][1:3] == ("0", GREY)
    assert words(screen, "carry") == ["яйца +23"]
    assert words(screen, "name1") == ["Борис долг 31"]
    assert words(screen, "name2") == ["Вера на сто"]
    assert words(screen, "title")[0] == "Морской козёл · до 125"


def test_generals_are_counted_and_waiting_teams_named(screens: Any) -> None:
    table = Table("general_kozel", accounts=[{"generals": 2}, {"generals": 0}, {"generals": 1}])
    panel, screen = screens(table)
    assert [words(screen, f"seat{seat}")[0] for seat in range(4)] == ["2", "0", "2", "0"]
    assert words(screen, "facts") == ["следующие:", "Дина + Егор"]
    assert words(screen, "title")[0] == "Генеральский козёл · до 4"
    assert panel._name(3) == "Глеб"
    table.match.seated[1] = 2
    assert [panel._name(seat) for seat in (1, 3)] == ["Дина", "Егор"]
    panel.news("line", 9, {"type": "pass", "seat": 0}, [{"ok": True}, ended(winners=[1, 2], losers=[0])], None)
    panel.refresh()
    assert " ".join(words(screen, "message")) == "Победили: Борис + Глеб, Дина + Егор"


def ended(**line: Any) -> dict[str, Any]:
    return {"type": "match_end", "titles": {}, "draw": False} | line


@pytest.mark.parametrize(
    ("title", "who", "said"),
    [
        ("osyol", "1", "Осёл: Борис"),
        ("bald", "0", "Лысый козёл: Константин"),
        ("svoyak", "1", "Свояк: Борис"),
        ("kozel", "1", "Козёл: Борис"),
    ],
)
def test_titles_are_said_of_who_bears_them(screens: Any, title: str, who: str, said: str) -> None:
    panel, screen = screens(Table("osyol"))
    out = ended(winners=[0, 2, 3], losers=[1], titles={who: title})
    panel.news("line", 9, {"type": "pass", "seat": 0}, [{"ok": True}, out], None)
    panel.refresh()
    assert words(screen, "message") == [said]


def test_the_winner_has_a_tick_when_the_match_is_over(screens: Any) -> None:
    table = Table("block_draw")
    _, screen = screens(table)
    for player in range(300):
        if table.match.phase == "match_over":
            break
        table.act(random.Random(player))
    winners = table.rules.state()["match_end"]["winners"]
    for seat in range(3):
        assert words(screen, f"name{seat}")[0].startswith("\u2713") == (seat in winners)


@pytest.mark.parametrize(
    ("game", "kept"),
    [
        ("kozel", {"screen"}),
        ("osyol", {"screen"}),
        ("domino_tennis", {"screen"}),
    ],
)
def test_what_one_game_shows_is_not_kept_as_a_module(screens: Any, game: str, kept: set[str]) -> None:
    screens(Table(game))
    loaded = {name.rpartition(".")[2] for name in sys.modules if name.startswith("table.panel.")}
    assert loaded & {"boards", "arms", "tennis", "sea", "generals", "screen"} == kept
