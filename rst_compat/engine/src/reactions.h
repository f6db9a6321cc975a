/* What a joint transmits: the forces on all bodies that it carries, gathered in the body behind it. */
#define carries LANED(carries)
#define link_motions LANED(link_motions)
#define poses_in LANED(poses_in)
#define moved LANED(moved)
#define reaction LANED(reaction)

/* Whether body b is what body at carries, or body at itself. */
INLINE int carries(const Robot *robot, int at, int b)
{
    while (b > at) b = robot->body[b].parent;
    return b == at;
}

INLINE void link_motions(const Robot *robot, const Pose *X, const T *qd, const T *qdd, Motion *m)
{
    m[0] = base_motion(robot, 1);
    for (int i = 1; i <= robot->nl; i++) m[i] = motion_of(&robot->link[i], m[robot->link[i].parent], X[i], qd, qdd);
}

/* Poses, in a body, of its link and of those that hang on it; of no meaning for other links. */
INLINE void poses_in(const Robot *robot, const Pose *X, int body, Pose *in)
{
    int first = robot->body[body].link;
    Pose B = pose_in(&robot->body[body]);
    Rot back = {{B.R.x.x, B.R.y.x, B.R.z.x}, {B.R.x.y, B.R.y.y, B.R.z.y}, {B.R.x.z, B.R.y.z, B.R.z.z}};
    Vec zero = {0};
    in[first] = (Pose){back, sub(zero, rotate_back(B.R, B.p))};
    for (int i = first + 1; i <= robot->nl; i++) {
        int parent = robot->link[i].parent;
        in[i] = parent < first ? X[i] : compose(in[parent], X[i]);
    }
}

/* A force in a frame, in axes and about the origin of the one where that has the pose P. */
INLINE Force moved(Pose P, Force F)
{
    Vec f = rotate(P.R, F.f);
    return (Force){add(rotate(P.R, F.n), cross(P.p, f)), f};
}

INLINE Force reaction(const Robot *robot, const Pose *X, const Motion *m, const T *f_ext, int at, Pose *in)
{
    Vec zero = {0};
    Force total = {zero, zero}, given = {zero, zero};
    poses_in(robot, X, at, in);
    for (int b = at ? at : 1; b <= robot->nb; b++) {
        if (!carries(robot, at, b)) continue;
        const Body *body = &robot->body[b];
        Pose B = pose_in(body);
        Force F = moved(compose(in[body->link], B),
                        LANED(inertial_force)(body->m, body->h, body->J, motion_in(m[body->link], B)));
        total = (Force){add(total.n, F.n), add(total.f, F.f)};
        if (!f_ext) continue;
        const T *w = f_ext + 6 * (b - 1);
        given = (Force){add(given.n, (Vec){w[0], w[1], w[2]}), add(given.f, (Vec){w[3], w[4], w[5]})};
    }
    if (f_ext) { /* in base axes about the base origin, where they add up */
        Pose P = pose_of(robot, X, at);
        Vec n = sub(given.n, cross(P.p, given.f));
        total = (Force){sub(total.n, rotate_back(P.R, n)), sub(total.f, rotate_back(P.R, given.f))};
    }
    return total;
}

static void LANED(joint_reactions)(const Robot *robot, const void *const in[], const int *which, void *out, void *work)
{
    int n = robot->nl + 1;
    Pose *X = work, *P = X + n;
    Motion *m = (Motion *)(P + n);
    joint_poses(robot, in[0], X, (T *)(m + n));
    link_motions(robot, X, in[1], in[2], m);
    for (int b = 1; b <= robot->nb; b++) {
        Force f = reaction(robot, X, m, in[3], b, P);
        memcpy((T *)out + 6 * (b - 1), &f, sizeof f);
    }
}

/* Of the body which[0]; the base is one too. */
static void LANED(joint_reaction)(const Robot *robot, const void *const in[], const int *which, void *out, void *work)
{
    int n = robot->nl + 1;
    Pose *X = work, *P = X + n;
    Motion *m = (Motion *)(P + n);
    joint_poses(robot, in[0], X, (T *)(m + n));
    link_motions(robot, X, in[1], in[2], m);
    Force f = reaction(robot, X, m, in[3], which[0], P);
    memcpy(out, &f, sizeof f);
}

static void LANED(wrench_regressor)(const Robot *robot, const void *const in[], const int *which, void *out, void *work)
{
    int n = robot->nl + 1, width = 10 * robot->nb;
    T *Y = out;
    Pose *X = work, *P = X + n;
    Motion *m = (Motion *)(P + n);
    joint_poses(robot, in[0], X, (T *)(m + n));
    link_motions(robot, X, in[1], in[2], m);
    poses_in(robot, X, which[0], P);
    memset(Y, 0, 6 * (size_t)width * sizeof(T));
    for (int b = 1; b <= robot->nb; b++) {
        if (!carries(robot, which[0], b)) continue;
        const Body *body = &robot->body[b];
        Pose B = pose_in(body), to = compose(P[body->link], B);
        Force F[10];
        body_regressor(motion_in(m[body->link], B), F);
        for (int k = 0; k < 10; k++) {
            Force f = moved(to, F[k]);
            T *y = Y + 10 * (b - 1) + k;
            y[0] = f.n.x, y[width] = f.n.y, y[2 * width] = f.n.z;
            y[3 * width] = f.f.x, y[4 * width] = f.f.y, y[5 * width] = f.f.z;
        }
    }
}
