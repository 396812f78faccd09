"""A club's measurements in place of the model's assumptions, and what is said of files that make no sense."""

import pytest
from domino_table import hardware
from domino_table.physics import coil
from domino_table.physics.setting import SettingError
from domino_table.virtual import field_choice
from domino_table.virtual.field import Field
from domino_table.virtual.field_measured import load
from domino_table.virtual.field_physical import PhysicalField
from domino_table.virtual.tags import make_set


@pytest.fixture
def build():
    return hardware.load("grid40")


@pytest.fixture
def club(tmp_path):
    def write(text):
        path = tmp_path / "measured.toml"
        path.write_text(text, encoding="utf-8")
        return path

    return write


def test_figures_loops_and_tags_are_taken_from_the_file(build, club):
    path = club(
        "[field]\nnoise = 0.002\ntemperature = 30\n"
        '[loops]\ndead = ["row 3"]\nstuck = ["column 1"]\n'
        '[loops.ampere]\n"row 7" = 0.08\n[loops.leak]\n"rack 2" = 0.1\n'
        '[tags]\n"6-6" = [0.52, 0.61]\n'
    )
    field = PhysicalField(build, 1, load(path, build))
    assert (field.setting.noise, field.setting.temperature) == (0.002, 30.0)
    assert field.loop_set.ampere(7, 0) == pytest.approx(0.08)
    assert field.loop_set.ampere(7, 5) == pytest.approx(0.08 * 2.75 / 4.85)
    mux = field.loop_set.mux
    assert (mux.stuck_off, mux.stuck_on, mux.leak) == ({3}, {21}, {42: 0.1})
    needs = [coil.threshold(field.setting.coil, field.radio(tag).parts) for tag in make_set(1)[27].tags]
    assert needs == pytest.approx([0.52, 0.61])


def test_an_empty_file_changes_nothing(build, club):
    plain, empty = PhysicalField(build, 4), PhysicalField(build, 4, load(club(""), build))
    assert plain.setting == empty.setting
    assert [plain.loop_set.ampere(n, 3) for n in range(44)] == [empty.loop_set.ampere(n, 3) for n in range(44)]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[loop]\n", "no entry 'loop' here: choose one of field, loops, tags"),
        ("field = 3\n", "field = 3 is not a section"),
        ("[field]\nnoise = 2\n", "[field]: noise = 2 is not between 1e-06 and 0.5"),
        ('[loops]\ndeaf = ["row 3"]\n', "[loops]: no entry 'deaf' here: choose one of dead, stuck, ampere, leak"),
        ('[loops]\ndead = "row 3"\n', "[loops]: dead = 'row 3' is not a list of loops"),
        ('[loops]\ndead = ["row 20"]\n', "no loop 'row 20' in this build: loops are called"),
        ('[loops.ampere]\n"row 1" = "much"\n', "[loops.ampere]: 'row 1' = 'much' is not a number"),
        ('[tags]\n"7-7" = [1, 1]\n', "[tags]: no tile '7-7' in this set: tiles are called 0-0 to 6-6"),
        ('[tags]\n"6-6" = 1\n', "[tags]: '6-6' = 1 is not a pair of figures"),
        ("nonsense", "Expected '=' after a key"),
    ],
)
def test_what_makes_no_sense_is_named_with_file_and_entry(build, club, text, message):
    path = club(text)
    with pytest.raises(SettingError) as error:
        load(path, build)
    assert str(error.value).startswith(str(path))
    assert message in str(error.value)


def test_a_file_that_is_not_there_is_named(build, tmp_path):
    with pytest.raises(SettingError, match="No such file"):
        load(tmp_path / "none.toml", build)


def test_a_table_stands_on_the_field_that_was_chosen(build, club):
    assert type(field_choice.make(build, 1)) is Field
    made = field_choice.make(build, 1, "physical", club("[field]\nmargin = 2\n"))
    assert isinstance(made, PhysicalField)
    assert made.setting.margin == 2


def test_measurements_for_the_simple_field_are_refused(build, club):
    with pytest.raises(SettingError, match="takes no measurements: add --field physical"):
        field_choice.make(build, 1, "simple", club(""))
