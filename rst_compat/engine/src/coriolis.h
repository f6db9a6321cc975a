/* Coriolis matrix by Echeandia and Wensing (arXiv 2010.01033, Algorithm 1).
 *
 * In blocks their matrix B = ((v x*) I + (I v) xbar* - I (v x)) / 2 is [K 0; -p x 0], with the linear momentum p and
 * K = Y - (L x) / 2: half the rate Y of the second moments, and the angular momentum L.
 */
#define Half LANED(Half)
#define half_rate LANED(half_rate)

typedef struct { Sym Y; Vec L, p; } Half;

INLINE Half half_rate(const Rigid *I, Spatial v)
{
    Spatial Iv = momentum(I, v);
    Sym J = I->J, S = products(v.l, I->h);
    Vec w = v.a, x = cross(w, (Vec){J.xx, J.xy, J.xz}), y = cross(w, (Vec){J.xy, J.yy, J.yz}),
        z = cross(w, (Vec){J.xz, J.yz, J.zz}); /* columns of w x J; its transpose is -J w x */
    T vh = dot(v.l, I->h);
    Sym Y = {x.x + vh - 0.5 * S.xx, y.y + vh - 0.5 * S.yy, z.z + vh - 0.5 * S.zz,
             0.5 * (y.z + z.y - S.yz), 0.5 * (x.z + z.x - S.xz), 0.5 * (x.y + y.x - S.xy)};
    return (Half){Y, Iv.a, Iv.l};
}

static void LANED(coriolis_matrix)(const Robot *robot, const void *const in[], const int *which, void *out, void *work)
{
    int n = robot->nl + 1, nv = robot->nv;
    const T *qd = in[1];
    Pose *P = work;
    Rigid *Ic = (Rigid *)(P + n);
    Half *Bc = (Half *)(Ic + n);
    Spatial *v = (Spatial *)(Bc + n), *S = v + n, *dS = S + nv;
    T *C = out;
    branch_poses(robot, in[0], P, (T *)(dS + nv));
    v[0] = (Spatial){0};
    Ic[0] = (Rigid){0};
    Bc[0] = (Half){0};
    for (int i = 1; i < n; i++) {
        const Link *L = &robot->link[i];
        int end = L->v + (L->kind == FLOATING ? 6 : 1);
        subspace(L, P[i], S + L->v);
        v[i] = v[L->parent];
        for (int a = L->v; a < end; a++)
            v[i] = (Spatial){add(v[i].a, scale(qd[a], S[a].a)), add(v[i].l, scale(qd[a], S[a].l))};
        for (int a = L->v; a < end; a++) dS[a] = crossed(v[i], S[a]);
        Ic[i] = link_inertia(L, P[i]);
        Bc[i] = half_rate(&Ic[i], v[i]);
    }
    memset(C, 0, (size_t)nv * nv * sizeof(T));
    for (int i = robot->nl; i > 0; i--) {
        const Link *L = &robot->link[i];
        Rigid *up = &Ic[L->parent];
        Half *Bup = &Bc[L->parent];
        const Half *B = &Bc[i];
        for (int a = L->v; a < L->v + (L->kind == FLOATING ? 6 : 1); a++) {
            Vec w = S[a].a, Yw = times(B->Y, w), Lw = scale(splat(0.5), cross(B->L, w));
            Spatial F1 = momentum(&Ic[i], dS[a]), F2 = momentum(&Ic[i], S[a]);
            F1 = (Spatial){add(F1.a, sub(Yw, Lw)), sub(F1.l, cross(B->p, w))};  /* + B S */
            Vec F3 = add(add(Yw, Lw), cross(B->p, S[a].l));                      /* B' S has no linear half */
            for (int b = a; b >= 0; b = robot->lambda[b]) {
                C[a * nv + b] = power(dS[b], F2) + dot(S[b].a, F3);
                C[b * nv + a] = power(S[b], F1);
            }
        }
        *up = (Rigid){up->m + Ic[i].m, add(up->h, Ic[i].h), sum(up->J, Ic[i].J)};
        *Bup = (Half){sum(Bup->Y, B->Y), add(Bup->L, B->L), add(Bup->p, B->p)};
    }
}
