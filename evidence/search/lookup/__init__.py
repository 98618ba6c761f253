"""Search over everything: one box for games, rules, records, sources, regions, people and more."""
