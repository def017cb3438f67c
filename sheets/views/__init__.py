"""What answers a request: fetch by permission, form, service, fragment or redirect."""
