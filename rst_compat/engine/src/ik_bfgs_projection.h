/* Broyden, Fletcher, Goldfarb and Shanno's method with gradient projection; see ik/bfgs_projection.py, whose notes name
 * the sources. */

typedef struct {
    int gauss_newton;          /* J J' + damping, which is not written out */
    double damping;
    double H[MOST_JOINTS][MOST_JOINTS + 1]; /* with a column for a right-hand side */
} Hessian;

static void gauss_newton(Hessian *self, double squared)
{
    self->gauss_newton = 1;
    self->damping = squared / 2 + 1e-12;
}

static void write_out(Hessian *self, int n, Jacobian J)
{
    self->gauss_newton = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++) {
            double sum_of = i == j ? self->damping : 0;
            for (int k = 0; k < 6; k++) sum_of += J[i][k] * J[j][k];
            self->H[i][j] = self->H[j][i] = sum_of;
        }
}

/* The step of the joints that are free; 0 where the matrix is not positive definite. */
static int direction(const Hessian *self, int n, Jacobian J, const double *e, const double *gradient,
                     const int *is_free, double *way)
{
    if (self->gauss_newton) return damped_step(n, J, is_free, e, self->damping, way), 1;
    double A[MOST_JOINTS * (MOST_JOINTS + 1)], x[MOST_JOINTS];
    int which[MOST_JOINTS], m = 0;
    for (int k = 0; k < n; k++) {
        way[k] = 0;
        if (is_free[k]) which[m++] = k;
    }
    for (int i = 0; i < m; i++) {
        for (int j = i; j < m; j++) A[i * (m + 1) + j] = self->H[which[i]][which[j]];
        A[i * (m + 1) + m] = -gradient[which[i]];
    }
    if (!solve_definite(A, m, m + 1, x, 0)) return 0;
    for (int k = 0; k < m; k++) way[which[k]] = x[k];
    return 1;
}

/* The update after a step s that changed the gradient by y. */
static void update(Hessian *self, int n, const double *s, double *y)
{
    double Hs[MOST_JOINTS], sHs = 0, sy = 0;
    for (int i = 0; i < n; i++) {
        Hs[i] = 0;
        for (int j = 0; j < n; j++) Hs[i] += self->H[i][j] * s[j];
        sHs += s[i] * Hs[i];
        sy += s[i] * y[i];
    }
    if (sHs <= 0) return;
    if (sy < 0.2 * sHs) { /* Powell's damping */
        double theta = 0.8 * sHs / (sHs - sy);
        for (int i = 0; i < n; i++) y[i] = theta * y[i] + (1 - theta) * Hs[i];
        sy = 0.2 * sHs;
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) self->H[i][j] += y[i] * (y[j] / sy) - Hs[i] * (Hs[j] / sHs);
}

static void gradient_of(int n, Jacobian J, const double *e, double *gradient)
{
    for (int k = 0; k < n; k++) {
        gradient[k] = 0;
        for (int i = 0; i < 6; i++) gradient[k] -= J[k][i] * e[i];
    }
}

static Outcome bfgs_projection(PoseError *problem, const double *start, const Box *box, const Rules *rules,
                               double deadline, int budget, int patient)
{
    const double SUFFICIENT = 1e-4; /* of the decrease that the slope promises; Nocedal and Wright's value */
    int n = problem->chain->n, is_free[MOST_JOINTS], searching = 0;
    double solved = rules->solution * rules->solution, flat = rules->gradient * rules->gradient, length = 1;
    double e[6], e_trial[6], gradient[MOST_JOINTS], way[MOST_JOINTS], s[MOST_JOINTS], trial[MOST_JOINTS] = {0};
    Jacobian J;
    Hessian hessian;
    Outcome o = {.flag = budget > 0 ? RUNNING : ITERATIONS};
    memcpy(o.q, start, n * sizeof(double));
    for (int k = n; k < MOST_JOINTS; k++) o.q[k] = 0;
    o.squared = evaluate(problem, o.q, e);
    Patience patience = {o.squared, 4, patient};
    pose_jacobian(problem, J);
    gradient_of(n, J, e, gradient);
    gauss_newton(&hessian, o.squared);
    while (o.squared > solved && !o.flag) {
        if (!searching) {
            double slope = 0;
            for (int k = 0; k < n; k++) {
                is_free[k] = !held(box, k, o.q[k], -gradient[k]);
                if (is_free[k]) slope += gradient[k] * gradient[k];
            }
            if (slope <= flat * fmin(1, o.squared)) break;
            length = 1, searching = 1;
            if (!direction(&hessian, n, J, e, gradient, is_free, way)) {
                gauss_newton(&hessian, o.squared);
                for (int k = 0; k < n; k++) way[k] = is_free[k] ? -gradient[k] : 0;
            }
        }
        double step = 0, slope = 0;
        for (int k = 0; k < n; k++) {
            trial[k] = clip(box, k, o.q[k] + length * way[k]);
            s[k] = trial[k] - o.q[k];
            step += s[k] * s[k];
            slope += gradient[k] * s[k];
        }
        o.iterations++;
        double squared_trial = evaluate(problem, trial, e_trial);
        if (squared_trial <= o.squared + 2 * SUFFICIENT * slope) {
            int good = squared_trial < 0.8 * o.squared;
            double y[MOST_JOINTS];
            if (!good && hessian.gauss_newton) write_out(&hessian, n, J);
            memcpy(y, gradient, sizeof y);
            pose_jacobian(problem, J);
            gradient_of(n, J, e_trial, gradient);
            for (int k = 0; k < n; k++) y[k] = gradient[k] - y[k];
            if (good) gauss_newton(&hessian, squared_trial);
            else update(&hessian, n, s, y);
            memcpy(o.q, trial, n * sizeof(double));
            memcpy(e, e_trial, sizeof e);
            o.squared = squared_trial;
            searching = 0;
        } else {
            double curvature = squared_trial - o.squared - 2 * slope;
            length *= curvature > 0 ? fmin(fmax(-slope / curvature, 0.1), 0.5) : 0.5;
        }
        o.flag = verdict(rules, step, o.squared, &patience, o.iterations, budget, deadline);
    }
    if (!o.flag) o.flag = LOCAL_MINIMUM;
    return o;
}
