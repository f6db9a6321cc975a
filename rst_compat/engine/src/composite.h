/* Inertias and motion subspaces in base axes, about the first link of their branch: there nothing needs a transform
 * on its way to the root.  Shared by mass matrix, Coriolis matrix and centre of mass. */
#define Rigid LANED(Rigid)
#define Spatial LANED(Spatial)
#define link_inertia LANED(link_inertia)
#define subspace LANED(subspace)
#define momentum LANED(momentum)
#define power LANED(power)
#define crossed LANED(crossed)

typedef struct { T m; Vec h; Sym J; } Rigid; /* mass, first and second moments about the reference point */
typedef struct { Vec a, l; } Spatial;        /* angular and linear half of a motion or a force */

INLINE Rigid link_inertia(const Link *L, Pose P)
{
    T m = splat(L->m);
    Vec h = rotate(P.R, constant(L->h)), p = P.p;
    Sym J = {splat(L->J[0]), splat(L->J[1]), splat(L->J[2]), splat(L->J[3]), splat(L->J[4]), splat(L->J[5])};
    Vec g = add(h, scale(0.5 * m, p)); /* J + 2 (p . g) 1 - p g' - g p': the parallel axes of any first moment */
    Sym S = products(p, g);
    T trace = 0.5 * (S.xx + S.yy + S.zz);
    J = rotate_symmetric(P.R, J);
    J = (Sym){J.xx + 2 * trace - S.xx, J.yy + 2 * trace - S.yy, J.zz + 2 * trace - S.zz,
              J.yz - S.yz, J.xz - S.xz, J.xy - S.xy};
    return (Rigid){m, add(h, scale(m, p)), J};
}

/* Columns of the motion subspace of a link's joint. */
INLINE void subspace(const Link *L, Pose P, Spatial *S)
{
    const Vec zero = {0};
    if (L->kind == REVOLUTE) *S = (Spatial){P.R.z, cross(P.p, P.R.z)};
    else if (L->kind == PRISMATIC) *S = (Spatial){zero, P.R.z};
    else
        for (int k = 0; k < 3; k++) {
            Vec axis = k == 0 ? P.R.x : k == 1 ? P.R.y : P.R.z;
            S[k] = (Spatial){axis, cross(P.p, axis)};
            S[k + 3] = (Spatial){zero, axis};
        }
}

/* I v. */
INLINE Spatial momentum(const Rigid *I, Spatial v)
{
    return (Spatial){add(times(I->J, v.a), cross(I->h, v.l)), sub(scale(I->m, v.l), cross(I->h, v.a))};
}

INLINE T power(Spatial v, Spatial f) { return dot(v.a, f.a) + dot(v.l, f.l); }

/* v x u of two motions. */
INLINE Spatial crossed(Spatial v, Spatial u)
{
    return (Spatial){cross(v.a, u.a), add(cross(v.l, u.a), cross(v.a, u.l))};
}
