"""Values that no field takes, whoever sends them (I09, T11)."""

NUL = "mot\x00caché"
LONG = "W" * 10_000
BILLION = "1000000000"
NOT_NUMBERS = ["abc", "1 000", "1\u202f000", "1,5", "1.5", "-1", BILLION, "9" * 5_000, NUL, "1e3", "0x1"]
