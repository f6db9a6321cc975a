/* Body poses, geometric Jacobian, centre of mass (RBDA sections 2.8, 4.5). */
#define write_pose LANED(write_pose)
#define pose_of LANED(pose_of)

/* A pose as a 4-by-4 matrix. */
INLINE void write_pose(Pose P, T *out)
{
    T zero = {0};
    const Vec *column[4] = {&P.R.x, &P.R.y, &P.R.z, &P.p};
    for (int j = 0; j < 4; j++) {
        out[j] = column[j]->x;
        out[4 + j] = column[j]->y;
        out[8 + j] = column[j]->z;
        out[12 + j] = zero;
    }
    out[15] = 1 - zero;
}

static void LANED(body_poses)(const Robot *robot, const void *const in[], const int *which, void *out, void *work)
{
    int n = robot->nl + 1;
    Pose *X = work, *P = X + n;
    joint_poses(robot, in[0], X, (T *)(P + n));
    base_poses(robot, X, P);
    write_pose(P[0], out);
    for (int b = 1; b <= robot->nb; b++)
        write_pose(compose(P[robot->body[b].link], pose_in(&robot->body[b])), (T *)out + 16 * b);
}

/* Pose of a body in the base; X has the joints on the way. */
INLINE Pose pose_of(const Robot *robot, const Pose *X, int body)
{
    Pose B = pose_in(&robot->body[body]);
    for (int i = robot->body[body].link; i > 0; i = robot->link[i].parent) B = compose(X[i], B);
    return B;
}

/* Pose of the body which[0] in the body which[1]. */
static void LANED(transform)(const Robot *robot, const void *const in[], const int *which, void *out, void *work)
{
    Pose *X = work;
    joint_poses(robot, in[0], X, (T *)(X + robot->nl + 1));
    Pose A = pose_of(robot, X, which[0]), B;
    if (which[1]) {
        B = pose_of(robot, X, which[1]);
        A = (Pose){{rotate_back(B.R, A.R.x), rotate_back(B.R, A.R.y), rotate_back(B.R, A.R.z)},
                   rotate_back(B.R, sub(A.p, B.p))};
    }
    write_pose(A, out);
}

/* Rows [omega; v] in base axes; v is that of the origin of the body which[0]. */
static void LANED(geometric_jacobian)(const Robot *robot, const void *const in[], const int *which, void *out,
                                      void *work)
{
    const T *q = in[0];
    int nv = robot->nv, at = robot->body[which[0]].link;
    T *J = out, *s = work, *c = s + robot->turns + 8;
    Pose *P = (Pose *)(c + robot->turns + 8);
    int *next = (int *)(P + robot->nl + 1);
    turn_joints(robot, q, s, c);
    for (int i = at; i > 0; i = robot->link[i].parent) next[robot->link[i].parent] = i;
    P[0] = identity();
    for (int i = 0; i != at;) { /* down the chain, and only there */
        int parent = i;
        i = next[i];
        const Link *L = &robot->link[i];
        P[i] = compose(P[parent], joint_pose(L, q, s[L->turn], c[L->turn]));
    }
    Vec p = compose(P[at], pose_in(&robot->body[which[0]])).p;
    memset(J, 0, 6 * (size_t)nv * sizeof(T));
    for (int i = at; i > 0; i = robot->link[i].parent) {
        const Link *L = &robot->link[i];
        Spatial S[6];
        subspace(L, (Pose){P[i].R, sub(P[i].p, p)}, S);
        for (int k = 0; k < (L->kind == FLOATING ? 6 : 1); k++) {
            T *column = J + L->v + k;
            column[0] = S[k].a.x, column[nv] = S[k].a.y, column[2 * nv] = S[k].a.z;
            column[3 * nv] = S[k].l.x, column[4 * nv] = S[k].l.y, column[5 * nv] = S[k].l.z;
        }
    }
}

static void LANED(center_of_mass)(const Robot *robot, const void *const in[], const int *which, void *out, void *work)
{
    int n = robot->nl + 1;
    Pose *X = work, *P = X + n;
    joint_poses(robot, in[0], X, (T *)(P + n));
    base_poses(robot, X, P);
    Vec h = constant(robot->moment);
    for (int i = 1; i < n; i++) {
        const Link *L = &robot->link[i];
        h = add(h, add(rotate(P[i].R, constant(L->h)), scale(splat(L->m), P[i].p)));
    }
    h = scale(splat(1 / robot->mass), h);
    memcpy(out, &h, sizeof h);
}

/* The linear momentum of the composite body of a joint per unit velocity, over the mass. */
static void LANED(center_of_mass_jacobian)(const Robot *robot, const void *const in[], const int *which, void *out,
                                           void *work)
{
    int n = robot->nl + 1, nv = robot->nv;
    Pose *P = work;
    T *m = (T *)(P + n), *J = out, over_mass = splat(1 / robot->mass);
    Vec *h = (Vec *)(m + n);
    branch_poses(robot, in[0], P, (T *)(h + n));
    for (int i = 0; i < n; i++) {
        m[i] = splat(robot->link[i].m);
        h[i] = add(rotate(P[i].R, constant(robot->link[i].h)), scale(m[i], P[i].p));
    }
    for (int i = robot->nl; i > 0; i--) {
        const Link *L = &robot->link[i];
        Spatial S[6];
        subspace(L, P[i], S);
        for (int k = 0; k < (L->kind == FLOATING ? 6 : 1); k++) {
            Vec column = scale(over_mass, add(scale(m[i], S[k].l), cross(S[k].a, h[i])));
            T *to = J + L->v + k;
            to[0] = column.x, to[nv] = column.y, to[2 * nv] = column.z;
        }
        m[L->parent] += m[i];
        h[L->parent] = add(h[L->parent], h[i]);
    }
}
