/* Inverse dynamics is linear in the inertial parameters (Atkeson, An and Hollerbach 1986). */
#define body_regressor LANED(body_regressor)
#define motion_in LANED(motion_in)

/* Force of a body per unit of [m, m c, Ixx Iyy Izz Iyz Ixz Ixy], in its own axes about its origin. */
INLINE void body_regressor(Motion v, Force F[10])
{
    const T zero = {0}, one = 1 - zero;
    const Vec none = {zero, zero, zero}, axis[3] = {{one, zero, zero}, {zero, one, zero}, {zero, zero, one}};
    F[0] = (Force){none, v.a};
    for (int k = 0; k < 3; k++)
        F[1 + k] = (Force){cross(axis[k], v.a), add(cross(v.dw, axis[k]), cross(v.w, cross(v.w, axis[k])))};
    for (int k = 0; k < 6; k++) {
        T unit[6] = {zero, zero, zero, zero, zero, zero};
        unit[k] = one;
        Sym I = {unit[0], unit[1], unit[2], unit[3], unit[4], unit[5]};
        F[4 + k] = (Force){add(times(I, v.dw), cross(v.w, times(I, v.w))), none};
    }
}

/* Motion of a body, for its pose in the link that carries it. */
INLINE Motion motion_in(Motion m, Pose B)
{
    Vec a = add(m.a, add(cross(m.dw, B.p), cross(m.w, cross(m.w, B.p))));
    return (Motion){rotate_back(B.R, m.w), rotate_back(B.R, m.dw), rotate_back(B.R, a)};
}

static void LANED(regressor)(const Robot *robot, const void *const in[], const int *which, void *out, void *work)
{
    int n = robot->nl + 1, nv = robot->nv, width = 10 * robot->nb;
    T *Y = out;
    Pose *X = work, *P = X + n;
    Motion *m = (Motion *)(P + n);
    Spatial *S = (Spatial *)(m + n);
    joint_poses(robot, in[0], X, (T *)(S + nv));
    m[0] = base_motion(robot, 1);
    P[0] = (Pose){0};
    for (int i = 1; i < n; i++) {
        const Link *L = &robot->link[i];
        m[i] = motion_of(L, m[L->parent], X[i], in[1], in[2]);
        P[i] = L->parent ? compose(P[L->parent], X[i]) : (Pose){X[i].R, P[0].p}; /* as in branch_poses */
        subspace(L, P[i], S + L->v);
    }
    memset(Y, 0, (size_t)nv * width * sizeof(T));
    for (int b = 1; b <= robot->nb; b++) {
        int i = robot->body[b].link;
        if (!i) continue;
        Pose B = pose_in(&robot->body[b]), at = compose(P[i], B);
        Force F[10];
        body_regressor(motion_in(m[i], B), F);
        for (int k = 0; k < 10; k++) {
            Spatial f = {rotate(at.R, F[k].n), rotate(at.R, F[k].f)};
            f.a = add(f.a, cross(at.p, f.l));
            for (int v = robot->tip[i]; v >= 0; v = robot->lambda[v]) Y[v * width + 10 * (b - 1) + k] = power(S[v], f);
        }
    }
}
