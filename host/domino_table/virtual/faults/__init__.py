"""Faults of real tables, to be switched on in the virtual one: models, profiles, and when they strike."""

from domino_table.virtual.faults.catalogue import CATALOGUE, PROFILES, Fault, chosen
from domino_table.virtual.faults.plan import Plan
from domino_table.virtual.faults.site import GRID, RACKS, Site

__all__ = ["CATALOGUE", "GRID", "PROFILES", "RACKS", "Fault", "Plan", "Site", "chosen"]
