"""Pictures of robots: shapes as triangles, and their artists for matplotlib.  Needs the extra ``plot``."""
