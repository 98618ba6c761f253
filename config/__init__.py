"""Settings, addresses and what serves them."""
