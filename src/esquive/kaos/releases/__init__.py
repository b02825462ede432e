"""The only release of Kaos there is: its list of clauses."""
