"""The page: what a table knows, live, in a browser; on a virtual table also hands to play with."""
