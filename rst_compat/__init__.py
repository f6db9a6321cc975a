"""MATLAB's rigidBodyTree in Python."""
