"""A job from its seeds to its report: the engine and everything it drives. Imports nothing by itself: workers start here."""
