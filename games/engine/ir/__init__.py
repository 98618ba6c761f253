"""The intermediate form: expressions and statements over 32-bit integers, and passes over them."""
