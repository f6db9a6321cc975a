"""``copy``, the one function that all three classes share."""

from __future__ import annotations

from typing import Any

from ..errors import MatlabTypeError


def copy(handle: Any) -> Any:
    """An independent deep copy of a tree, a body or a joint.

    The copy of a body or a joint belongs to no tree.

    Parameters
    ----------
    handle : rigidBodyTree, rigidBody or rigidBodyJoint

    Returns
    -------
    same type

    Raises
    ------
    MatlabTypeError
        ``rst_compat:argument:NotAHandle``.

    Notes
    -----
    Source: the reference pages of copy. Python's ``copy.copy`` does the same; ``copy.deepcopy`` and ``pickle`` keep a
    body or joint together with its tree.

    Examples
    --------
    >>> from rst_compat import rigidBody
    >>> body = rigidBody("link")
    >>> twin = copy(body)
    >>> twin.Mass = 5
    >>> body.Mass
    1.0
    """
    try:
        make = type(handle)._copied
    except AttributeError:
        raise MatlabTypeError(
            "rst_compat:argument:NotAHandle",
            "copy: the argument cannot be copied",
            "a rigidBodyTree, rigidBody or rigidBodyJoint",
            type(handle).__name__,
            "For arrays use A.copy()",
        ) from None
    return make(handle)
