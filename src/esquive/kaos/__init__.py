"""Kaos: fighters on an open table, measured in centimetres, played exactly in micrometres."""
