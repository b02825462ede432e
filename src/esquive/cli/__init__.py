"""The command line: one module for each verb, and no rule of any game."""
