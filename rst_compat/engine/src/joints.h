/* Where the joints put the links (RBDA section 4.4). */
#define turn_joints LANED(turn_joints)
#define quaternion_rotation LANED(quaternion_rotation)
#define joint_pose LANED(joint_pose)
#define joint_poses LANED(joint_poses)
#define pose_in LANED(pose_in)
#define compose LANED(compose)
#define identity LANED(identity)
#define base_poses LANED(base_poses)
#define branch_poses LANED(branch_poses)

/* Sine and cosine of every revolute joint, in the order of robot->turn. */
INLINE void turn_joints(const Robot *robot, const T *q, T *s, T *c)
{
#if LANES > 1
    for (int k = 0; k < robot->turns; k++) LANED(sine_cosine)(q[robot->turn[k]], &s[k], &c[k]);
#elif defined(__GNUC__)
    LANED_(SinCosVector, BLOCK_LANES) x, sx, cx; /* the joints of one configuration share a vector */
    for (int k = 0; k < robot->turns; k += BLOCK_LANES) {
        double angle[BLOCK_LANES];
        for (int l = 0; l < BLOCK_LANES; l++) angle[l] = q[robot->turn[k + l]];
        memcpy(&x, angle, sizeof x);
        LANED_(sine_cosine, BLOCK_LANES)(x, &sx, &cx);
        memcpy(s + k, &sx, sizeof sx);
        memcpy(c + k, &cx, sizeof cx);
    }
#else
    for (int k = 0; k < robot->turns; k++) s[k] = sin(q[robot->turn[k]]), c[k] = cos(q[robot->turn[k]]);
#endif
}

/* Rotation of a quaternion [w x y z] of any length but zero (RBDA eq. 4.12, transposed). */
INLINE Rot quaternion_rotation(const T *q)
{
    T size = larger(larger(absolute(q[0]), absolute(q[1])), larger(absolute(q[2]), absolute(q[3])));
    T w = q[0] / size, x = q[1] / size, y = q[2] / size, z = q[3] / size; /* keeps the squares in range */
    T s = 2 / (w * w + x * x + y * y + z * z);
    return (Rot){{1 - s * (y * y + z * z), s * (x * y + w * z), s * (x * z - w * y)},
                 {s * (x * y - w * z), 1 - s * (x * x + z * z), s * (y * z + w * x)},
                 {s * (x * z + w * y), s * (y * z - w * x), 1 - s * (x * x + y * y)}};
}

/* Pose of a link in its parent; s and c belong to its joint if that is revolute. */
INLINE Pose joint_pose(const Link *L, const T *q, T s, T c)
{
    Rot R = {constant(L->R), constant(L->R + 3), constant(L->R + 6)};
    Vec p = constant(L->p);
    if (L->kind == REVOLUTE)
        return (Pose){{add(scale(c, R.x), scale(s, R.y)), sub(scale(c, R.y), scale(s, R.x)), R.z}, p};
    if (L->kind == PRISMATIC) return (Pose){R, add(p, scale(q[L->q], R.z))};
    Vec slide = {q[L->q + 4], q[L->q + 5], q[L->q + 6]};
    return (Pose){after(R, quaternion_rotation(q + L->q)), add(p, rotate(R, slide))};
}

/* Pose of every link in its parent. */
INLINE void joint_poses(const Robot *robot, const T *q, Pose *X, T *work)
{
    T *s = work, *c = work + robot->turns + 8;
    turn_joints(robot, q, s, c);
    for (int i = 1; i <= robot->nl; i++) {
        const Link *L = &robot->link[i];
        X[i] = joint_pose(L, q, s[L->turn], c[L->turn]);
    }
}

INLINE Pose compose(Pose A, Pose B) { return (Pose){after(A.R, B.R), add(A.p, rotate(A.R, B.p))}; }

INLINE Pose pose_in(const Body *body)
{
    return (Pose){{constant(body->R), constant(body->R + 3), constant(body->R + 6)}, constant(body->p)};
}

INLINE Pose identity(void)
{
    const T zero = {0}, one = 1 - zero;
    return (Pose){{{one, zero, zero}, {zero, one, zero}, {zero, zero, one}}, {zero, zero, zero}};
}

/* Pose of every link in the base. */
INLINE void base_poses(const Robot *robot, const Pose *X, Pose *P)
{
    P[0] = identity();
    for (int i = 1; i <= robot->nl; i++) P[i] = compose(P[robot->link[i].parent], X[i]);
}

/* The same about another origin: the first link of each branch.  Inertias do not care where the robot stands, and
 * moments about a far point would drown them in rounding. */
INLINE void branch_poses(const Robot *robot, const T *q, Pose *P, T *work)
{
    P[0] = identity();
    joint_poses(robot, q, P, work);
    for (int i = 1; i <= robot->nl; i++) {
        int p = robot->link[i].parent;
        if (p) P[i] = compose(P[p], P[i]);
        else P[i].p = P[0].p;
    }
}
