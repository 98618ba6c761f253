"""How days and times are written in Arabic."""

DATE_FORMAT = "j F Y"
DATETIME_FORMAT = r"j F Y, H:i \U\T\C"
