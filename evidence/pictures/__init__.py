"""Pictures of records: drawn anew from what was uploaded, kept in a storage, shown with rights."""
