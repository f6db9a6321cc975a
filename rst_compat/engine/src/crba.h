/* Mass matrix by the composite-rigid-body algorithm (RBDA Table 6.2). */
static void LANED(mass_matrix)(const Robot *robot, const void *const in[], const int *which, void *out, void *work)
{
    int n = robot->nl + 1, nv = robot->nv;
    Pose *P = work;
    Rigid *Ic = (Rigid *)(P + n);
    Spatial *S = (Spatial *)(Ic + n);
    T *H = out;
    branch_poses(robot, in[0], P, (T *)(S + nv));
    Ic[0] = (Rigid){0};
    for (int i = 1; i < n; i++) {
        Ic[i] = link_inertia(&robot->link[i], P[i]);
        subspace(&robot->link[i], P[i], S + robot->link[i].v);
    }
    memset(H, 0, (size_t)nv * nv * sizeof(T));
    for (int i = robot->nl; i > 0; i--) {
        const Link *L = &robot->link[i];
        Rigid *up = &Ic[L->parent];
        for (int a = L->v; a < L->v + (L->kind == FLOATING ? 6 : 1); a++) {
            Spatial F = momentum(&Ic[i], S[a]);
            for (int b = a; b >= 0; b = robot->lambda[b]) H[a * nv + b] = H[b * nv + a] = power(S[b], F);
        }
        *up = (Rigid){up->m + Ic[i].m, add(up->h, Ic[i].h), sum(up->J, Ic[i].J)};
    }
}
