"""A position and its answers as text: notation, documents, what a seat cannot know."""
