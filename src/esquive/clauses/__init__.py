"""Clauses of the rulebooks with the code, the tests and the rulings that cite them; the documents of the program."""
