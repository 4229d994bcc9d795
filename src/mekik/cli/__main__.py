"""`python -m mekik.cli` is `mekik`."""

import sys

from mekik.cli.entry import main

sys.exit(main())
