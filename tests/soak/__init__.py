"""Long runs that can be interrupted (``make soak``): what is done is kept, and not done again."""
