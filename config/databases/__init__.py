"""Django's connections to databases, on which a transaction can do something last."""
