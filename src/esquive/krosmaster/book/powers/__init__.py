"""Who is meant and what counts: selectors, values and copied powers ask one another, in this one room."""
