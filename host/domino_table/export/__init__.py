"""Results and records as files for other programs: CSV, JSON, XLSX, and the game record itself."""
