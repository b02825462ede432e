"""The parts that the drawing of a table is put together from: see `esquive.kaos.text.svg`."""
