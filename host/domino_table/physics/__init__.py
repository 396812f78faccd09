"""Physics of the table's antennas and tags: fields of wire loops, inductances, circuits, tags and the way back.

Pure functions and frozen values; nothing here knows readers, firmware or people. Lengths are millimetres, with x to the
right, y towards seat 0 and z up; everything else is SI. Fields are those of one ampere, (A/m)/A, unless said otherwise.
"""
