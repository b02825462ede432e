"""What cards do: a closed vocabulary of typed ops, and how they are carried out."""
