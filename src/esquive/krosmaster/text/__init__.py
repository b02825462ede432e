"""A position and its answers as people and programs read them: notation, documents, words, views, odds, pictures."""
