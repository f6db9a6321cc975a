/* Forward dynamics by the articulated-body algorithm (RBDA Table 7.1), in link axes.
 *
 * With the accelerations of rnea.h: they differ from spatial ones by w x v, which is in the bias c and the force pA.
 */
#define Articulated LANED(Articulated)
#define Joint LANED(Joint)
#define skew LANED(skew)
#define project LANED(project)
#define pass_on LANED(pass_on)
#define eliminate LANED(eliminate)
#define pivot_floor LANED(pivot_floor)

/* [J H; H' M]: moments and forces per angular and linear acceleration. */
typedef struct { Sym J; Rot H; Sym M; } Articulated;
typedef struct { Vec Un, Uf; T u; } Joint; /* U / D and u / D of Table 7.1; the acceleration of a floating joint */

/* p x as a matrix. */
INLINE Rot skew(Vec p)
{
    T zero = {0};
    return (Rot){{zero, p.z, -p.y}, {-p.z, zero, p.x}, {p.y, -p.x, zero}};
}

/* Take out the direction of the joint: IA - U U' / D. */
INLINE Articulated project(Articulated I, Vec Un, Vec Uf, Vec n, Vec f)
{
    Sym J = I.J, M = I.M;
    return (Articulated){
        {J.xx - Un.x * n.x, J.yy - Un.y * n.y, J.zz - Un.z * n.z,
         J.yz - Un.y * n.z, J.xz - Un.x * n.z, J.xy - Un.x * n.y},
        {sub(I.H.x, scale(f.x, Un)), sub(I.H.y, scale(f.y, Un)), sub(I.H.z, scale(f.z, Un))},
        {M.xx - Uf.x * f.x, M.yy - Uf.y * f.y, M.zz - Uf.z * f.z,
         M.yz - Uf.y * f.z, M.xz - Uf.x * f.z, M.xy - Uf.x * f.y}};
}

/* X' I X: turn to the axes of the parent, then shift by p: H + p x M, and J + p x H' - (H + p x M) p x. */
INLINE Articulated pass_on(Pose X, Articulated I)
{
    Sym M = rotate_symmetric(X.R, I.M), J = rotate_symmetric(X.R, I.J);
    Rot A = after(X.R, I.H); /* R H; times R' row by row */
    Rot H = {add(add(scale(X.R.x.x, A.x), scale(X.R.y.x, A.y)), scale(X.R.z.x, A.z)),
             add(add(scale(X.R.x.y, A.x), scale(X.R.y.y, A.y)), scale(X.R.z.y, A.z)),
             add(add(scale(X.R.x.z, A.x), scale(X.R.y.z, A.y)), scale(X.R.z.z, A.z))};
    Vec p = X.p;
    Rot G = {add(H.x, cross(p, (Vec){M.xx, M.xy, M.xz})), add(H.y, cross(p, (Vec){M.xy, M.yy, M.yz})),
             add(H.z, cross(p, (Vec){M.xz, M.yz, M.zz}))};
    /* element (i, j) of p x H' is (p x row j of H) in i; of -G p x it is (p x row i of G) in j */
    Vec Hx = {H.x.x, H.y.x, H.z.x}, Hy = {H.x.y, H.y.y, H.z.y}, Hz = {H.x.z, H.y.z, H.z.z};
    Vec Gx = {G.x.x, G.y.x, G.z.x}, Gy = {G.x.y, G.y.y, G.z.y}, Gz = {G.x.z, G.y.z, G.z.z};
    Vec hx = cross(p, Hx), hy = cross(p, Hy), hz = cross(p, Hz);
    Vec gx = cross(p, Gx), gy = cross(p, Gy), gz = cross(p, Gz);
    J = (Sym){J.xx + hx.x + gx.x, J.yy + hy.y + gy.y, J.zz + hz.z + gz.z,
              J.yz + hz.y + gy.z, J.xz + hz.x + gx.z, J.xy + hy.x + gx.y};
    return (Articulated){J, G, M};
}

/* Solve [J H; H' M] a = f, from the last row to the first: the order of the factorisation L'DL (RBDA section 6.5). */
INLINE void eliminate(const Articulated *I, Force f, Motion *m, T *pivots)
{
    T A[6][7] = {
        {I->J.xx, I->J.xy, I->J.xz, I->H.x.x, I->H.y.x, I->H.z.x, f.n.x},
        {I->J.xy, I->J.yy, I->J.yz, I->H.x.y, I->H.y.y, I->H.z.y, f.n.y},
        {I->J.xz, I->J.yz, I->J.zz, I->H.x.z, I->H.y.z, I->H.z.z, f.n.z},
        {I->H.x.x, I->H.x.y, I->H.x.z, I->M.xx, I->M.xy, I->M.xz, f.f.x},
        {I->H.y.x, I->H.y.y, I->H.y.z, I->M.xy, I->M.yy, I->M.yz, f.f.y},
        {I->H.z.x, I->H.z.y, I->H.z.z, I->M.xz, I->M.yz, I->M.zz, f.f.z}};
    T x[6];
    for (int k = 5; k > 0; k--)
        for (int i = 0; i < k; i++) {
            T factor = A[i][k] / A[k][k];
            for (int j = 0; j < k; j++) A[i][j] -= factor * A[k][j];
            A[i][6] -= factor * A[k][6];
        }
    for (int i = 0; i < 6; i++) {
        for (int j = 0; j < i; j++) A[i][6] -= A[i][j] * x[j];
        pivots[i] = A[i][i];
        x[i] = A[i][6] / pivots[i];
    }
    m->dw = (Vec){x[0], x[1], x[2]};
    m->a = (Vec){x[3], x[4], x[5]};
}

/* A bound on nv eps times every diagonal element of the mass matrix: parallel axes at the greatest possible reach.
 * Where the links stand that hang on the base does not count. */
INLINE T pivot_floor(const Robot *robot, const T *q)
{
    T reach = splat(robot->reach);
    for (int i = 1; i <= robot->nl; i++) {
        const Link *L = &robot->link[i];
        if (L->parent == 0 || L->kind == REVOLUTE) continue;
        const T *slide = q + L->q;
        if (L->kind == PRISMATIC) reach += absolute(slide[0]);
        else reach += absolute(slide[4]) + absolute(slide[5]) + absolute(slide[6]);
    }
    T inertia = robot->sum_I + reach * (2 * robot->sum_h + reach * robot->sum_m);
    return robot->nv * 2.220446049250313e-16 * (inertia + robot->sum_m);
}

/* Leaves the pivots of the mass matrix and pivot_floor at the beginning of work. */
static void LANED(forward_dynamics)(const Robot *robot, const void *const in[], const int *which, void *out, void *work)
{
    int n = robot->nl + 1, nv = robot->nv;
    const T *q = in[0], *qd = in[1], *tau = in[2], *f_ext = in[3], zero = {0};
    T *pivots = work, *qdd = out;
    Pose *X = (Pose *)(pivots + nv + 1), *P;
    Motion *m = (Motion *)(X + n);        /* velocity w, and the bias c until the last pass makes accelerations of it */
    Force *pA = (Force *)(m + n);
    Articulated *IA = (Articulated *)(pA + n);
    Joint *joint = (Joint *)(IA + n);
    P = (Pose *)IA;                       /* not needed at the same time */
    joint_poses(robot, q, X, (T *)(joint + n));
    pivots[nv] = pivot_floor(robot, q);

    m[0] = base_motion(robot, 0);
    pA[0] = (Force){0};
    for (int i = 1; i < n; i++) {
        const Link *L = &robot->link[i];
        Motion parent = {m[L->parent].w, {zero, zero, zero}, {zero, zero, zero}};
        m[i] = motion_of(L, parent, X[i], qd, (const T *)robot->zeros);
        pA[i] = LANED(inertial_force)(L->m, L->h, L->J, (Motion){m[i].w, {zero, zero, zero}, {zero, zero, zero}});
    }
    if (f_ext) subtract_wrenches(robot, X, f_ext, pA, P);

    for (int i = 0; i < n; i++) {
        const Link *L = &robot->link[i];
        T mass = splat(L->m);
        Sym J = {splat(L->J[0]), splat(L->J[1]), splat(L->J[2]), splat(L->J[3]), splat(L->J[4]), splat(L->J[5])};
        IA[i] = (Articulated){J, skew(constant(L->h)), {mass, mass, mass, zero, zero, zero}};
    }
    for (int i = robot->nl; i > 0; i--) {
        const Link *L = &robot->link[i];
        const T *t = tau + L->v;
        Articulated I = IA[i], *up = &IA[L->parent];
        Force pa;
        if (L->kind == FLOATING) { /* it hands on its own force and no inertia */
            pa = (Force){{t[0], t[1], t[2]}, {t[3], t[4], t[5]}};
            Motion own;
            eliminate(&I, (Force){sub(pa.n, pA[i].n), sub(pa.f, pA[i].f)}, &own, pivots + L->v);
            joint[i] = (Joint){own.dw, own.a, zero};
        } else {
            int turns = L->kind == REVOLUTE;
            Vec Un = turns ? (Vec){I.J.xz, I.J.yz, I.J.zz} : I.H.z;
            Vec Uf = turns ? (Vec){I.H.x.z, I.H.y.z, I.H.z.z} : (Vec){I.M.xz, I.M.yz, I.M.zz};
            T D = turns ? Un.z : Uf.z, one_over_D = 1 / D, u = (t[0] - (turns ? pA[i].n.z : pA[i].f.z)) * one_over_D;
            joint[i] = (Joint){scale(one_over_D, Un), scale(one_over_D, Uf), u};
            pivots[L->v] = D;
            I = project(I, Un, Uf, joint[i].Un, joint[i].Uf);
            Vec dw = m[i].dw, a = m[i].a; /* c */
            pa.n = add(add(pA[i].n, scale(u, Un)), add(times(I.J, dw), rotate(I.H, a)));
            pa.f = add(add(pA[i].f, scale(u, Uf)), add(rotate_back(I.H, dw), times(I.M, a)));
            I = pass_on(X[i], I);
            *up = (Articulated){sum(up->J, I.J), {add(up->H.x, I.H.x), add(up->H.y, I.H.y), add(up->H.z, I.H.z)},
                                sum(up->M, I.M)};
        }
        Vec force = rotate(X[i].R, pa.f);
        pA[L->parent].n = add(pA[L->parent].n, add(rotate(X[i].R, pa.n), cross(X[i].p, force)));
        pA[L->parent].f = add(pA[L->parent].f, force);
    }

    m[0] = base_motion(robot, 1);
    for (int i = 1; i < n; i++) {
        const Link *L = &robot->link[i];
        Motion up = m[L->parent];
        Vec dw = add(rotate_back(X[i].R, up.dw), m[i].dw);
        Vec a = add(rotate_back(X[i].R, add(up.a, cross(up.dw, X[i].p))), m[i].a);
        T *acceleration = qdd + L->v;
        if (L->kind == FLOATING) {
            Vec of_w = sub(joint[i].Un, dw), of_v = sub(joint[i].Uf, a);
            memcpy(acceleration, &of_w, sizeof of_w);
            memcpy(acceleration + 3, &of_v, sizeof of_v);
            m[i].dw = joint[i].Un;
            m[i].a = joint[i].Uf;
            continue;
        }
        T x = joint[i].u - dot(joint[i].Un, dw) - dot(joint[i].Uf, a);
        acceleration[0] = x;
        if (L->kind == REVOLUTE) dw.z += x;
        else a.z += x;
        m[i].dw = dw;
        m[i].a = a;
    }
}
