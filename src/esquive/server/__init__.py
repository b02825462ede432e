"""The web server: matches over HTTP and websockets, kept in a database. It knows no rule."""
