"""What may be chosen in each game: one module a game, needed only while a match is opened.

A module has ``PLAYERS`` (allowed numbers of seats), ``TABLE`` (its row of parameters, see ``params``), ``PRESETS``
({id: {name: value}}; None is the default preset), and maybe ``adjust(values, chosen, seats)``, which completes
defaults that hang on the number of seats and returns a sentence where a set-up is impossible.
"""
