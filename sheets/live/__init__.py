"""The stream: everyone at a table sees what the others do, within a second and without a reload."""
