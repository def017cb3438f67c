"""The Django project around the rules core: settings, addresses, entry points."""
