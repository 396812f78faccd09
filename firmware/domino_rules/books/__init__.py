"""Books: how each family of games scores rounds and ends a match; on the shelf between rounds."""
