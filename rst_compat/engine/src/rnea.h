/* Inverse dynamics by the recursive Newton-Euler algorithm (RBDA Table 5.1), and its special cases.
 *
 * Everything of a link stands in its own axes.  Accelerations are those of the link's origin as a point (Luh, Walker
 * and Paul 1980): w x v is in them, so linear velocities are not needed.
 */
#define Motion LANED(Motion)
#define Force LANED(Force)
#define base_motion LANED(base_motion)
#define motion_of LANED(motion_of)
#define joint_forces LANED(joint_forces)
#define subtract_wrenches LANED(subtract_wrenches)
#define newton_euler LANED(newton_euler)

typedef struct { Vec w, dw, a; } Motion;  /* angular velocity and acceleration, acceleration of the origin */
typedef struct { Vec n, f; } Force;       /* moment about the origin, and force */

/* Gravity as an acceleration of the base upwards. */
INLINE Motion base_motion(const Robot *robot, int gravity)
{
    Vec zero = {0};
    return (Motion){zero, zero, gravity ? sub(zero, constant(robot->gravity)) : zero};
}

/* Motion of a link, from its parent's. */
INLINE Motion motion_of(const Link *L, Motion parent, Pose X, const T *qd, const T *qdd)
{
    Vec w = rotate_back(X.R, parent.w), dw = rotate_back(X.R, parent.dw);
    Vec a = add(parent.a, add(cross(parent.dw, X.p), cross(parent.w, cross(parent.w, X.p))));
    a = rotate_back(X.R, a);
    const T *u = qd + L->v, *du = qdd + L->v;
    if (L->kind == REVOLUTE) {
        dw = (Vec){dw.x + w.y * u[0], dw.y - w.x * u[0], dw.z + du[0]};
        w.z += u[0];
    } else if (L->kind == PRISMATIC) {
        a = (Vec){a.x + 2 * w.y * u[0], a.y - 2 * w.x * u[0], a.z + du[0]};
    } else {
        Vec wJ = {u[0], u[1], u[2]}, vJ = {u[3], u[4], u[5]}, dwJ = {du[0], du[1], du[2]}, dvJ = {du[3], du[4], du[5]};
        dw = add(dw, add(dwJ, cross(w, wJ)));
        a = add(a, add(dvJ, cross(add(add(w, w), wJ), vJ)));
        w = add(w, wJ);
    }
    return (Motion){w, dw, a};
}

/* Force that the motion of a body takes: I a + v x* I v.  Mass, moments and inertia as they stand in a link. */
INLINE Force LANED(inertial_force)(double mass, const double *moment, const double *J, Motion m)
{
    Vec h = constant(moment);
    Sym I = {splat(J[0]), splat(J[1]), splat(J[2]), splat(J[3]), splat(J[4]), splat(J[5])};
    Vec f = add(scale(splat(mass), m.a), add(cross(m.dw, h), cross(m.w, cross(m.w, h))));
    Vec n = add(times(I, m.dw), add(cross(m.w, times(I, m.w)), cross(h, m.a)));
    return (Force){n, f};
}

/* Joint forces S' f, and what each link passes on to its parent. */
INLINE void joint_forces(const Robot *robot, const Pose *X, Force *f, T *tau)
{
    for (int i = robot->nl; i > 0; i--) {
        const Link *L = &robot->link[i];
        T *t = tau + L->v;
        if (L->kind == REVOLUTE) t[0] = f[i].n.z;
        else if (L->kind == PRISMATIC) t[0] = f[i].f.z;
        else memcpy(t, &f[i], 6 * sizeof(T));
        Vec force = rotate(X[i].R, f[i].f), moment = add(rotate(X[i].R, f[i].n), cross(X[i].p, force));
        f[L->parent].n = add(f[L->parent].n, moment);
        f[L->parent].f = add(f[L->parent].f, force);
    }
}

/* Take external wrenches [n; f] on the bodies, in base axes about the base origin, off the forces on the links. */
INLINE void subtract_wrenches(const Robot *robot, const Pose *X, const T *f_ext, Force *f, Pose *P)
{
    base_poses(robot, X, P);
    for (int b = 1; b <= robot->nb; b++) {
        const T *w = f_ext + 6 * (b - 1);
        int i = robot->body[b].link; /* about one point, wrenches on bodies of one link add up */
        Vec force = {w[3], w[4], w[5]}, moment = {w[0], w[1], w[2]};
        moment = sub(moment, cross(P[i].p, force));
        f[i].n = sub(f[i].n, rotate_back(P[i].R, moment));
        f[i].f = sub(f[i].f, rotate_back(P[i].R, force));
    }
}

INLINE void newton_euler(const Robot *robot, const T *q, const T *qd, const T *qdd, const T *f_ext, int gravity,
                         T *tau, T *work)
{
    int n = robot->nl + 1;
    Pose *X = (Pose *)work, *P = X + n;
    Motion *m = (Motion *)(P + n);
    Force *f = (Force *)(m + n);
    joint_poses(robot, q, X, (T *)(f + n));
    m[0] = base_motion(robot, gravity);
    f[0] = (Force){0};
    for (int i = 1; i < n; i++) {
        const Link *L = &robot->link[i];
        m[i] = motion_of(L, m[L->parent], X[i], qd, qdd);
        f[i] = LANED(inertial_force)(L->m, L->h, L->J, m[i]);
    }
    if (f_ext) subtract_wrenches(robot, X, f_ext, f, P);
    joint_forces(robot, X, f, tau);
}

static void LANED(inverse_dynamics)(const Robot *robot, const void *const in[], const int *which, void *out, void *work)
{
    newton_euler(robot, in[0], in[1], in[2], in[3], 1, out, work);
}

/* C(q, qd) qd: no acceleration, no gravity. */
static void LANED(velocity_product)(const Robot *robot, const void *const in[], const int *which, void *out, void *work)
{
    newton_euler(robot, in[0], in[1], (const T *)robot->zeros, NULL, 0, out, work);
}

/* At rest only the acceleration of the base is left. */
static void LANED(gravity_torque)(const Robot *robot, const void *const in[], const int *which, void *out, void *work)
{
    int n = robot->nl + 1;
    Pose *X = work;
    Vec *a = (Vec *)(X + n);
    Force *f = (Force *)(a + n);
    joint_poses(robot, in[0], X, (T *)(f + n));
    a[0] = base_motion(robot, 1).a;
    f[0] = (Force){0};
    for (int i = 1; i < n; i++) {
        const Link *L = &robot->link[i];
        a[i] = rotate_back(X[i].R, a[L->parent]);
        f[i] = (Force){cross(constant(L->h), a[i]), scale(splat(L->m), a[i])};
    }
    joint_forces(robot, X, f, out);
}
