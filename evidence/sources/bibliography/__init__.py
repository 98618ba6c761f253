"""What readers and writers of BibTeX, RIS and CSL-JSON share; nothing here reads the database."""
