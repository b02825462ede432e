"""A position as a picture: in the terminal, as SVG, in diagrams."""
