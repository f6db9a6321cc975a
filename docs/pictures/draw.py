"""Draw the pictures of the documentation: ``python docs/pictures/draw.py [FOLDER]`` (by default beside this file)."""

import sys
from pathlib import Path

import bodies
import frames
import shapes
from drawing import HERE, store

PICTURES = frames.PICTURES | bodies.PICTURES | shapes.PICTURES

if __name__ == "__main__":
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else HERE
    for name, draw in PICTURES.items():
        store(name, draw, folder)
