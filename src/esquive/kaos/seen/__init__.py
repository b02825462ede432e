"""A position and its answers as clients are shown them: shapes, views, decisions, previews."""
