"""The club's store: the records of its tables, and the results that follow from them."""
