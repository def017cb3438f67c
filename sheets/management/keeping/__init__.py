"""An installation in one file: made while the server is in use, held against its hashes, put back whole."""
