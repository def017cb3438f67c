"""Every change of play: one function, one transaction, one lock order, one entry in the log."""
