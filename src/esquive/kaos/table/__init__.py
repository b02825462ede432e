"""What lies on the table: the position and its columns, answers, events and settings. No rule of play."""
