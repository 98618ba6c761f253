"""What readers say is wrong or missing: no account needed, answered by people who may moderate."""
