"""Characters, campaigns and the log: the Django side of Impact."""
