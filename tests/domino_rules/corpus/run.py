"""Run vectors and print the transcript: ``run.py MODULE …``; the same on CPython and MicroPython."""

import sys

import kit


def names(module):
    """Vectors of a module: its functions whose names begin with the letters of an id."""
    return sorted([name for name in dir(module) if name[:1] >= "A" and name[:1] <= "Z" and "_" in name[1:5]
                   and name.upper()[:4] == name[:4]])  # fmt: skip


def main(modules):
    """Print, per vector, its name and all that the referee said."""
    for module_name in modules:
        module = __import__(module_name)
        for name in names(module):
            print("==", name)
            del kit.LOG[:]
            getattr(module, name)()
            for line in kit.LOG:
                print(line)


if __name__ == "__main__":
    main(sys.argv[1:])
