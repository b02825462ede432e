"""What lies on the table: the position and its columns, the board, answers, events and settings. No rule of play."""
