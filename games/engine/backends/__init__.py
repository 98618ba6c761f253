"""Printers of the intermediate form: WebAssembly to run, Python to check it by."""
