/* Levenberg and Marquardt's method in a box: damped Gauss-Newton steps that stop at the bounds; see
 * ik/levenberg_marquardt.py, whose notes name the sources. */

/* Which joints are not held at a bound by the direction of descent, which becomes zero where they are. */
static void let_go(int n, const Box *box, const double *q, double *descent, int *is_free)
{
    for (int k = 0; k < n; k++) {
        is_free[k] = !held(box, k, q[k], descent[k]);
        if (!is_free[k]) descent[k] = 0;
    }
}

/* The trial point where the joints that would have gone over a bound stand on it and the others make up for it. */
static void along_the_bounds(int n, Jacobian J, const double *e, double damping, const double *q, const double *wanted,
                             const int *is_free, const Box *box, double *trial)
{
    double rest[6], step[MOST_JOINTS];
    int others[MOST_JOINTS];
    memcpy(rest, e, sizeof rest);
    for (int k = 0; k < n; k++) {
        others[k] = is_free[k] && trial[k] == wanted[k];
        if (is_free[k] && !others[k])
            for (int i = 0; i < 6; i++) rest[i] -= (trial[k] - q[k]) * J[k][i];
    }
    damped_step(n, J, others, rest, damping, step);
    for (int k = 0; k < n; k++)
        if (others[k]) trial[k] = clip(box, k, q[k] + step[k]);
}

static Outcome levenberg_marquardt(PoseError *problem, const double *start, const Box *box, const Rules *rules,
                                   double deadline, int budget, int patient)
{
    int n = problem->chain->n, is_free[MOST_JOINTS], at_bound = 1, fresh = 1;
    double solved = rules->solution * rules->solution, flat = rules->gradient * rules->gradient, mu = 0.1;
    double e[6], e_trial[6], descent[MOST_JOINTS], wanted[MOST_JOINTS], trial[MOST_JOINTS] = {0};
    Jacobian J;
    Outcome o = {.flag = budget > 0 ? RUNNING : ITERATIONS};
    memcpy(o.q, start, n * sizeof(double));
    for (int k = n; k < MOST_JOINTS; k++) o.q[k] = 0;
    o.squared = evaluate(problem, o.q, e);
    Patience patience = {o.squared, 4, patient};
    while (o.squared > solved && !o.flag) {
        if (fresh) {
            double slope = 0;
            pose_jacobian(problem, J);
            for (int k = 0; k < n; k++) {
                descent[k] = 0, is_free[k] = 1;
                for (int i = 0; i < 6; i++) descent[k] += J[k][i] * e[i];
            }
            if (at_bound) {
                let_go(n, box, o.q, descent, is_free);
                at_bound = 0;
                for (int k = 0; k < n; k++) at_bound |= !is_free[k];
            }
            for (int k = 0; k < n; k++) slope += descent[k] * descent[k];
            if (slope <= flat * fmin(1, o.squared)) break;
        }
        double damping = rules->error_damping ? o.squared / 2 + rules->bias * sqrt(o.squared) : rules->bias;
        damping = mu * fmax(damping, 1e-14);
        damped_step(n, J, is_free, e, damping, wanted);
        int crossed = 0;
        for (int k = 0; k < n; k++) {
            wanted[k] += o.q[k];
            trial[k] = clip(box, k, wanted[k]);
            crossed |= trial[k] != wanted[k];
        }
        if (crossed) along_the_bounds(n, J, e, damping, o.q, wanted, is_free, box, trial);
        o.iterations++;
        double squared_trial = evaluate(problem, trial, e_trial), rest[6], step = 0, predicted = o.squared, change = 0;
        memcpy(rest, e, sizeof rest);
        for (int k = 0; k < n; k++) {
            double d = trial[k] - o.q[k];
            step += d * d;
            for (int i = 0; i < 6; i++) rest[i] -= d * J[k][i];
        }
        for (int i = 0; i < 6; i++) {
            predicted -= rest[i] * rest[i];
            change = fmax(change, fabs(e_trial[i] - e[i]));
        }
        double gained = o.squared - squared_trial;
        fresh = predicted > 0 && gained > 1e-4 * predicted;
        if (fresh) {
            mu = gained > 0.75 * predicted ? fmax(mu / 2, 1e-3) : gained > 0.25 * predicted ? mu : mu * 2;
            memcpy(o.q, trial, n * sizeof(double));
            memcpy(e, e_trial, sizeof e);
            o.squared = squared_trial;
            at_bound |= crossed;
            if (change <= rules->change) o.flag = CHANGE;
        } else
            mu *= 5;
        if (!o.flag) o.flag = verdict(rules, step, o.squared, &patience, o.iterations, budget, deadline);
    }
    if (!o.flag) o.flag = LOCAL_MINIMUM;
    return o;
}
