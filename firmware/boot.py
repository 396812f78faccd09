"""Runs first at every start: finishes an update of the files whose last step was cut off.

``domino-table deploy`` copies new files to /stage and checks them; the old firmware stays whole until then. The list
/stage/commit, which comes last, says what becomes of them, a line each: ``number path`` (file /stage/number moves to
path) or ``- path`` (path goes). Every step may have been done before the cut, so the list is simply gone through again.
"""

import os


def finish_update():
    try:
        steps = open("/stage/commit")
    except OSError:
        return
    with steps:
        for step in steps:
            source, path = step.split()
            try:
                if source == "-":
                    os.remove(path)
                else:
                    os.rename("/stage/" + source, path)
            except OSError:
                pass  # done before the power went
    os.remove("/stage/commit")


finish_update()
del finish_update  # main.py runs among the same names
