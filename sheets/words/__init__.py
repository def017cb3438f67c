"""The game's terms in words: the only place where a rules value gets a name for people."""
