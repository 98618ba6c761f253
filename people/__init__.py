"""Who works on the site: people, their roles, and what each role may do."""
