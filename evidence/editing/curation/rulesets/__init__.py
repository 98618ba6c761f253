"""Texts of rules as curators write them: checked, told clause by clause, drafted and published."""
