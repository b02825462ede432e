"""The same hosting inside a web page, without a server: what a worker of the page asks, and where matches are kept."""
