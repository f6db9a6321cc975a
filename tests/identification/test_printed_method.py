"""The printed wrist-only equations: the pieces are right, what is built of them determines three numbers of nine.

Where no reason stands beside a tolerance of 1e-8 or less, the data have no noise: it is rounding times the condition of
the rows.
"""

import warnings

import numpy as np
import pytest
from simulated_logs import Log, logged, random_robot

import rst_compat as rst
from rst_compat.errors import MatlabError, MatlabWarning
from rst_compat.identification import printed_method as page

EXACT = 1e-12  # a dozen operations on numbers near one


def tensor(six):
    xx, yy, zz, yz, xz, xy = six
    return np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])


class TwoLinks:
    """Links n-1 and n as one rigid body in random motion, everything about frame n-1, by vectors alone."""

    def __init__(self, seed):
        rng = np.random.default_rng(seed)
        robot = random_robot(seed, ["revolute", "revolute"])
        (self.m, self.c, self.I), (self.mn, self.cn, self.In) = (
            (b.Mass, b.CenterOfMass, tensor(b.Inertia) - page._steiner(b.Mass, b.CenterOfMass)) for b in robot.Bodies
        )
        T = robot.Bodies[1].Joint.JointToParentTransform
        self.R, self.P = T[:3, :3], T[:3, 3]
        self.omega, self.alpha, self.a = rng.normal(size=(3, 3))
        # Link n about its own centre, in its own axes, as a sensor at joint n reads it.
        w, dw = self.R.T @ self.omega, self.R.T @ self.alpha
        r = self.P + self.R @ self.cn
        a_c = self.a + np.cross(self.alpha, r) + np.cross(self.omega, np.cross(self.omega, r))
        self.fs = self.R.T @ (self.mn * a_c)
        self.ns = self.In @ dw + np.cross(w, self.In @ w) + np.cross(self.cn, self.fs)
        self.F, self.N = page.inertial_wrench(self.omega, self.alpha, self.a, self.m, self.c, self.I)
        self.whole_c, self.whole_I = page.composite_inertia(
            self.m, self.c, self.I, self.mn, self.cn, self.In, self.R, self.P
        )
        self.whole_F, self.whole_N = page.inertial_wrench(
            self.omega, self.alpha, self.a, self.m + self.mn, self.whole_c, self.whole_I
        )


@pytest.fixture(params=range(8))
def links(request):
    return TwoLinks(request.param)


def test_the_matrices_for_given_numbers():
    """The elements of G and C as they are printed, by hand for omega = (1, 2, 3) and alpha = (0.1, 0.2, 0.3)."""
    omega, alpha = [1, 2, 3], [0.1, 0.2, 0.3]
    G = np.array([[-13, 1.7, 3.2], [2.3, -10, 5.9], [2.8, 6.1, -5]])
    C = [[0, -6, 6, 3, -2, 5], [3, 0, -3, -6, -8, 2], [-2, 2, 0, 3, 6, -3]]
    np.testing.assert_allclose(page.acceleration_matrix(omega, alpha), G, atol=EXACT)
    np.testing.assert_allclose(page.gyroscopic_matrix(omega), C, atol=EXACT)
    np.testing.assert_allclose(page.elimination_matrix(omega, alpha, 2.5), np.hstack([G, 2.5 * G, -G]), atol=EXACT)


def test_the_acceleration_of_a_point():
    rng = np.random.default_rng(0)
    omega, alpha, r = rng.normal(size=(3, 5, 3))
    got = (page.acceleration_matrix(omega, alpha) @ r[..., None])[..., 0]
    np.testing.assert_allclose(got, np.cross(alpha, r) + np.cross(omega, np.cross(omega, r)), atol=EXACT)


def test_the_gyroscopic_moment_with_negative_products():
    rng = np.random.default_rng(0)
    omega, six = rng.normal(size=(5, 3)), rng.normal(size=6)  # [Ixx Iyy Izz Ixy Ixz Iyz], products negative
    inertia = tensor([*six[:3], -six[5], -six[4], -six[3]])
    np.testing.assert_allclose(page.gyroscopic_matrix(omega) @ six, np.cross(omega, omega @ inertia), atol=EXACT)
    assert np.abs(page.gyroscopic_matrix(omega) @ [1, 1, 1, 0, 0, 0]).max() == 0
    assert np.linalg.matrix_rank(page.gyroscopic_matrix(omega).reshape(-1, 6)) == 5


def test_the_wrench_of_the_next_joint_is_that_of_the_composite(links):
    """Equations (8), (15) and (18) against Newton and Euler of the two links as one."""
    n, f = page.next_wrench(links.F, links.N, links.c, links.R, links.P, links.ns, links.fs)
    np.testing.assert_allclose(f, links.whole_F, atol=EXACT)
    np.testing.assert_allclose(n, links.whole_N + np.cross(links.whole_c, links.whole_F), atol=EXACT)


def test_the_composite_is_an_addition_of_parameters(links):
    """Equation (18), parallel axes about centres of mass, is a sum of ten numbers about one frame."""

    def ten(m, c, inertia):
        about = inertia + page._steiner(m, np.asarray(c))
        return np.concatenate([[m], m * np.asarray(c), about[[0, 1, 2, 1, 0, 0], [0, 1, 2, 2, 2, 1]]])

    moved = page.moved_parameters(ten(links.mn, links.cn, links.In), links.R, links.P)
    np.testing.assert_allclose(
        ten(links.m, links.c, links.I) + moved, ten(links.m + links.mn, links.whole_c, links.whole_I), atol=EXACT
    )


def test_equation_17_needs_a_minus_and_then_says_nothing(links):
    L = links
    S1 = page.first_remainder(L.c, L.F, L.whole_c, L.whole_F, L.R, L.P, L.ns, L.fs)
    own = (L.I - L.whole_I) @ L.alpha + np.cross(L.omega, L.I @ L.omega)
    whole = np.cross(L.omega, L.whole_I @ L.omega)
    np.testing.assert_allclose(S1, own - whole, atol=EXACT)
    assert np.abs(S1 - (own + whole)).max() > 1e-3  # as printed
    other = L.P + L.R @ L.cn
    K = page.known_inertia(L.m, L.c, L.mn, other, L.R @ L.In @ L.R.T, L.whole_c)
    np.testing.assert_allclose(L.whole_I, L.I + K, atol=EXACT)
    # With the right sign the inertia of link n-1 is not in it.
    np.testing.assert_allclose(S1 + K @ L.alpha + np.cross(L.omega, K @ L.omega), 0, atol=EXACT)
    # So equation (19) is false.
    S2 = page.second_remainder(S1, K, L.omega, L.alpha)
    assert np.abs(S2 - np.cross(L.omega, L.I @ L.omega)).max() > 1e-3


def test_equation_19_follows_from_the_printed_sign(links):
    """S2 is what the page makes of its own (17) and (18): were (17) true, (19) would be."""
    L = links
    other = L.P + L.R @ L.cn
    K = page.known_inertia(L.m, L.c, L.mn, other, L.R @ L.In @ L.R.T, L.whole_c)
    gyro = np.cross(L.omega, L.I @ L.omega)
    printed_S1 = (L.I - L.whole_I) @ L.alpha + gyro + np.cross(L.omega, L.whole_I @ L.omega)
    np.testing.assert_allclose(page.second_remainder(printed_S1, K, L.omega, L.alpha), gyro, atol=EXACT)


def test_the_elimination_has_rank_three_for_every_motion():
    rng = np.random.default_rng(0)
    for mass in (0.3, 2.5, 40.0):
        omega, alpha = rng.normal(size=(2, 50, 3)) * 3
        values = np.linalg.svd(page.elimination_matrix(omega, alpha, mass).reshape(-1, 9), compute_uv=False)
        assert values[2] > 1e-3 * values[0]
        assert values[3] < 1e-14 * values[0]


def test_equation_11_holds_and_gives_the_body_that_is_known():
    L = TwoLinks(3)
    B = page.elimination_side(L.fs, L.R, L.mn, L.a)
    psi = np.concatenate([L.m * L.whole_c, L.whole_c, L.m * L.c])
    np.testing.assert_allclose(page.elimination_matrix(L.omega, L.alpha, L.mn) @ psi, B, atol=EXACT)
    known = L.mn * (L.P + L.R @ L.cn)
    np.testing.assert_allclose(page.acceleration_matrix(L.omega, L.alpha) @ known, B, atol=EXACT)


# --------------------------------------------------------------------------- the demonstration


def report_of(robot, log, **options):
    with pytest.warns(MatlabWarning, match="determine 3 of 9 unknowns") as caught:
        report = rst.demoWristOnlyLiteral(robot, log.data("b3"), **options)
    assert [w.message.identifier for w in caught] == ["rst_compat:identification:WristOnly"]
    return report


@pytest.mark.parametrize("seed", range(5))
def test_the_mass_comes_out_as_the_inverse_of_the_known_one_for_every_arm(seed):
    robot = random_robot(seed, ["revolute"] * 3)
    robot.Bodies[2].Mass = 2.5
    report = report_of(robot, logged(robot, 100, seed, move=[0, 1]))
    assert (report.Rank, report.Unknowns, report.NullSpace.shape, report.Link) == (3, 9, (9, 6), "b2")
    assert report.Quotient == pytest.approx(0.4, abs=1e-9)
    assert report.InertiaRank == 5
    assert abs(report.Quotient - robot.Bodies[1].Mass) > 0.5  # the truth is another one
    np.testing.assert_allclose(report.EstimableVector, report.DistalFirstMoment, atol=1e-9)
    assert "1 / mass beyond the sensor       0.4" in report.summary()
    fields = set(vars(report))
    assert not fields & {"Mass", "Parameters", "CenterOfMass", "Inertia"}


def test_a_moving_wrist_changes_nothing_in_the_rank():
    robot = random_robot(1, ["revolute"] * 3)
    assert report_of(robot, logged(robot, 100)).Rank == 3


def test_other_links_give_the_same_readings():
    """Links 1 and 2 are exchanged for others: the wrist reads the same to the last digit."""
    robot = random_robot(1, ["revolute"] * 3)
    log = logged(robot, 50)
    before = rst.batch.jointReactions(robot, log.q, log.qd, log.qdd)[:, 2]
    for body in robot.Bodies[:2]:
        body.Mass, body.CenterOfMass, body.Inertia = 9.0, [0.3, 0.2, 0.1], [5, 6, 7, 0, 0, 0]
    assert np.array_equal(Log(robot, log.q, log.qd, log.qdd).wrench("b3"), log.wrench("b3"))
    assert np.array_equal(rst.batch.jointReactions(robot, log.q, log.qd, log.qdd)[:, 2], before)


def test_a_load_of_several_bodies_counts_whole():
    robot = random_robot(2, ["revolute"] * 3 + ["fixed"])
    report = report_of(robot, logged(robot, 80, move=[0, 1]), Body="b3")
    assert report.DistalMass == pytest.approx(robot.Bodies[2].Mass + robot.Bodies[3].Mass)
    np.testing.assert_allclose(report.EstimableVector, report.DistalFirstMoment, atol=1e-9)


def test_the_first_body_has_no_link_before_it():
    robot = random_robot(2, ["revolute"])
    with pytest.raises(MatlabError, match="there is no link before body 'b1'"), warnings.catch_warnings():
        rst.demoWristOnlyLiteral(robot, logged(robot, 20).data("b1"))


def test_the_quotient_is_that_of_least_squares():
    """Of blocks that are not parallel: the mass m with the least ``|first - m second|``."""
    solution = np.array([1.0, 2, 3, 0.5, -1, 2, 0, 0, 0])
    first, second = solution[:3], solution[3:6]
    m, *_ = np.linalg.lstsq(second[:, None], first, rcond=None)
    assert page.quotient(solution) == pytest.approx(m[0], rel=1e-14)  # rounding
