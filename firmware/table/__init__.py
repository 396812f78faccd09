"""The application on the board: drivers, sensing, referee, panel, journal and link (see ``table.app``)."""
