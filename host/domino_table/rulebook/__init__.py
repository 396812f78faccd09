"""The rules of every game in plain words, written from the parameters that the engine obeys.

``setup`` sets a game up as the engine does and answers what a sentence wants to know; ``outline`` says which sentences
belong into the text, each chosen by a parameter's value; ``ru.toml``, ``en.toml`` and ``es.toml`` hold their words;
``grammar`` puts numbers and people into them; ``text`` makes the pages of a game.
"""
