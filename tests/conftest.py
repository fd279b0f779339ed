"""Random examples are the same in every run, and none is too slow; HEADJUDGE_EXPLORE draws new ones.

No test sees the user's store of cards.
"""

import os

from hypothesis import settings

settings.register_profile("fixed", derandomize=True, deadline=None)
settings.register_profile("explore", derandomize=False, deadline=None)
settings.load_profile("explore" if "HEADJUDGE_EXPLORE" in os.environ else "fixed")
os.environ["HEADJUDGE_CARDS"] = os.path.join(os.path.dirname(__file__), "no-such-store.sqlite")
