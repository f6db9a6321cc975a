"""Distances between solid bodies: convex hulls, and the GJK algorithm of coal (the extra ``collision``)."""
