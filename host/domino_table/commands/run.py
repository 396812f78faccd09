"""``domino-table run``: a virtual table with simulated people, and its page."""

from __future__ import annotations

import secrets
from typing import Any

import click

from domino_table.device.bundle import BundleError
from domino_table.figures import PACE, PLAYERS, PORT, SEED, SHARE
from domino_table.hardware import HardwareError
from domino_table.options import AtATable, build_option, field_options, param_option
from domino_table.physics.errors import SettingError
from domino_table.virtual import lore
from domino_table.virtual.board import BoardFailed
from domino_table.web.app import create_app
from domino_table.web.arbiter import Arbiter
from domino_table.web.feed import Feed
from domino_table.web.salon import Salon, SalonError, Wishes, geometry
from domino_table.web.serving import AddressInUse, address, ending_cleanly, listen, serve


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
@click.option("--port", type=PORT, default=8000, show_default=True, help="Of the page; 0: any.")
@click.option("--no-browser", is_flag=True, help="Do not open a browser.")
def command(port: int, no_browser: bool, **wishes: Any) -> None:
    """Run a virtual table with simulated people and show it at http://127.0.0.1:8000.

    Anybody at the page can sit down and play. `devices`, `sync` and `deploy` find the table as they find a real one.
    """
    game = wishes["game"]
    wishes["preset"] = wishes["preset"] or lore.DEFAULT_PRESETS.get(game)
    wishes["players"] = wishes["players"] or min(4, lore.GAMES[game][-1])
    if wishes["seed"] is None:
        wishes["seed"] = secrets.randbits(16)
    with ending_cleanly():
        try:
            listening = listen(port)
            with listening, Salon(Wishes(**wishes)) as salon:
                arbiter, feed = Arbiter(), Feed(salon.connect, salon.follow)
                app = create_app(feed, salon.hands, geometry(salon.build), arbiter)
                click.echo(f"Virtual table {salon.port} (seed {wishes['seed']}); its page is at {address(listening)}")
                click.echo(arbiter.invitation(address(listening)))
                click.echo("Ctrl-C stops it; a virtual table keeps no match after that.")
                serve(app, listening, not no_browser)
        except KeyboardInterrupt:
            pass
        except (AddressInUse, SalonError, HardwareError, SettingError, BundleError, BoardFailed) as error:
            raise click.ClickException(str(error)) from None
