"""How many small faults in scoring, fish and layouts the tests of the rules notice (``make mutants``)."""
