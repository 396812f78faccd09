"""Rounds without a table: simulated people play every game by the rules alone, and each rule that fires is counted.

``rule`` and the modules named after what they count list the rules as data and recognise them in what a record and the
referee's answers show; ``setups`` says which matches are played, ``people`` what is laid, ``table`` plays one round,
``steer`` deals towards what is rare, ``units`` shares the work among the cores.
"""
