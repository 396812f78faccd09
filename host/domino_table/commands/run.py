"""``domino-table run``: a virtual table with simulated people, and its page."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from domino_table.device.bundle import BundleError
from domino_table.figures import PACE, PLAYERS, PORT, SEED, SHARE
from domino_table.hardware import HardwareError
from domino_table.options import AtATable, build_option, field_options, param_option
from domino_table.physics.errors import SettingError
from domino_table.virtual import lore
from domino_table.virtual.board import BoardFailed
from domino_table.virtual.kept import REPAIR, Kept, KeptError
from domino_table.web.app import create_app
from domino_table.web.arbiter import Arbiter
from domino_table.web.feed import Feed
from domino_table.web.salon import Salon, SalonError, TooManyTables, Wishes, geometry
from domino_table.web.serving import AddressInUse, address, ending_cleanly, listen, serve

_OF_PEOPLE = {"pace", "mistakes"}
"""Settings that a kept table may be given anew."""


@click.command(cls=AtATable)
@build_option
@click.option("--game", type=click.Choice(list(lore.GAMES)), default="kozel", show_default=True)
@click.option("--preset", help="Of the game; kozel: graa by default.")
@click.option("--players", type=PLAYERS, help="By default 4, or as many as the game has.")
@param_option
@field_options
@click.option("--seed", type=SEED, help="Tiles, deals and people's habits; by default others every time.")
@click.option("--pace", type=PACE, default=1.5, show_default=True, help="Seconds an action.")
@click.option("--mistakes", type=SHARE, default=0.05, show_default=True, help="Share of actions.")
@click.option("--language", type=click.Choice(["ru", "en", "es"]), default="ru", show_default=True)
@click.option(
    "--keep",
    type=click.Path(path_type=Path),
    help="Folder in which the table outlives this program: flash, results, settings, and where every tile is. "
    "Who sits at a page sits down anew.",
)
@click.option("--port", type=PORT, default=8000, show_default=True, help="Of the page; 0: any.")
@click.option("--no-browser", is_flag=True, help="Do not open a browser.")
@click.pass_context
def command(context: click.Context, /, port: int, no_browser: bool, keep: Path | None, **wishes: Any) -> None:
    """Run a virtual table with simulated people and show it at http://127.0.0.1:8000.

    Anybody at the page can sit down and play. `devices`, `sync` and `deploy` find the table as they find a real one.
    """
    game = wishes["game"]
    wishes["preset"] = wishes["preset"] or lore.DEFAULT_PRESETS.get(game)
    wishes["players"] = wishes["players"] or min(4, lore.GAMES[game][-1])
    if wishes["seed"] is None:
        wishes["seed"] = secrets.randbits(16)
    with ending_cleanly():
        found = None
        try:
            kept = Kept(keep, lambda sentence: click.echo(sentence, err=True)) if keep else None
            if kept and kept.settings:
                found = kept.path / "table.json"
                wishes = _as_kept(context, kept.path, kept.settings, wishes)
            listening = listen(port)
            with listening, Salon(Wishes(**wishes), kept) as salon:
                arbiter, feed = Arbiter(), Feed(salon.connect, salon.follow)
                app = create_app(feed, salon.hands, geometry(salon.build), arbiter)
                click.echo(f"Virtual table {salon.port} (seed {wishes['seed']}); its page is at {address(listening)}")
                click.echo(arbiter.invitation(address(listening)))
                stays = f"{keep} keeps the table" if keep else "a virtual table keeps no match after that"
                click.echo(f"Ctrl-C stops it; {stays}.")
                serve(app, listening, not no_browser)
        except KeyboardInterrupt:
            pass
        except (AddressInUse, TooManyTables, KeptError, BundleError, BoardFailed) as error:
            raise click.ClickException(str(error)) from None
        except (SalonError, HardwareError, SettingError) as error:
            said = f"{found} has settings that do not work ({error}): {REPAIR}" if found else str(error)
            raise click.ClickException(said) from None


def _as_kept(context: click.Context, folder: Path, settings: dict[str, Any], wishes: dict[str, Any]) -> dict[str, Any]:
    """The settings of a kept table, of which a user may choose the people's anew. Raises UsageError for others."""
    chosen = {name for name in wishes if context.get_parameter_source(name) is ParameterSource.COMMANDLINE}
    for name in sorted(chosen - _OF_PEOPLE):
        if not _same(wishes[name], settings[name]):
            option = {"params": "param", "field_kind": "field"}.get(name, name)
            raise click.UsageError(
                f"{folder} keeps a table that was begun with another --{option}: leave it out (the page chooses the "
                "next match), or keep another table in another folder"
            )
    kept = {name: settings[name] for name in wishes if name in settings}
    return kept | {name: wishes[name] for name in chosen & _OF_PEOPLE}


def _same(given: Any, kept: Any) -> bool:
    """Whether two settings are equal, or two files that they name."""
    if given == kept:
        return True
    names = [str(value) for value in (given, kept)]
    try:
        return all(name.endswith(".toml") for name in names) and len({Path(name).read_bytes() for name in names}) == 1
    except OSError:
        return False
