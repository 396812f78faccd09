"""``domino-table serve``: the page of a real table."""

from __future__ import annotations

import click

from domino_table.device.find import choose_port
from domino_table.device.link import LinkClient
from domino_table.device.port import LinkError
from domino_table.figures import PORT
from domino_table.hardware import HardwareError, load
from domino_table.web.app import create_app
from domino_table.web.arbiter import Arbiter
from domino_table.web.feed import Feed
from domino_table.web.salon import geometry
from domino_table.web.serving import AddressInUse, address, ending_cleanly, listen, serve


@click.command()
@click.option("--port", help="Serial port of the table; not needed where only one is found.")
@click.option("--build", default="grid40", show_default=True, help="Build of the table: an id or a .toml file.")
@click.option("--http-port", type=PORT, default=8000, show_default=True, help="Of the page.")
@click.option("--no-browser", is_flag=True, help="Do not open a browser.")
def command(port: str | None, build: str, http_port: int, no_browser: bool) -> None:
    """Show the page of a table at a serial port. The page needs the port for itself until Ctrl-C."""
    with ending_cleanly():
        try:
            drawing = geometry(load(build, seated=True))
            chosen = choose_port(port)
            LinkClient.open(chosen).close()
            with listen(http_port, "--http-port") as listening:
                arbiter = Arbiter()
                app = create_app(Feed(lambda: LinkClient.open(chosen)), None, drawing, arbiter)
                click.echo(f"The page of {chosen} is at {address(listening)}")
                click.echo(arbiter.invitation(address(listening)))
                click.echo("Ctrl-C stops it.")
                serve(app, listening, not no_browser)
        except KeyboardInterrupt:
            pass
        except (AddressInUse, HardwareError, LinkError) as error:
            raise click.ClickException(str(error)) from None
