"""One module per verb of the command line.

Each has `arguments(parser)`, which adds its options, and `run(options)`, which does it and gives the exit code.
Whatever is heavy is imported inside `run`.
"""
