"""Cards in words: their sentences in each language, the reference of their format, the linter's findings."""
