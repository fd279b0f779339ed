"""Random examples are the same in every run; where HEADJUDGE_EXPLORE is set they are new ones each time."""

import os

from hypothesis import settings

settings.register_profile("fixed", derandomize=True)
settings.register_profile("explore", derandomize=False)
settings.load_profile("explore" if "HEADJUDGE_EXPLORE" in os.environ else "fixed")
