/* Searches from one place after the other, until one of them solves the problem; see ik/restarts.py. */

enum {
    TRIED = 9,                 /* restarts, every other one without bounds, after which it is known whether those help */
    FINISH = 40,               /* iterations that bring a search near enough to its minimum */
    KEPT = 64                  /* searches, the best ones, that may be finished */
};

/* The best searches so far, the best one first. */
typedef struct { int count; Outcome best[KEPT]; } Ends;

static void keep(Ends *ends, const Outcome *found)
{
    int k = ends->count < KEPT ? ends->count++ : KEPT;
    if (k == KEPT && !(found->squared < ends->best[--k].squared)) return;
    for (; k > 0 && found->squared < ends->best[k - 1].squared; k--) ends->best[k] = ends->best[k - 1];
    ends->best[k] = *found;
}

/* The same place in the box, whole turns away, or the point of the box nearest to it. */
static void fold_into(const Chain *chain, const Box *box, double *q)
{
    const double TURN = 6.283185307179586;
    for (int k = 0; k < chain->n; k++) {
        const ChainJoint *joint = &chain->joint[k];
        if (!joint->slides) q[k] -= TURN * rint((q[k] - (joint->start + joint->end) / 2) / TURN);
        q[k] = clip(box, k, q[k]);
    }
}

/* A random point of the ranges; a twelfth of each goes to each of its ends. */
static int sample(const Chain *chain, Source *source, double *q)
{
    double uniform[MOST_JOINTS];
    if (!source->draw(source, chain->n, uniform)) return 0;
    for (int k = 0; k < chain->n; k++) {
        const ChainJoint *joint = &chain->joint[k];
        q[k] = joint->start + (joint->end - joint->start) * fmin(fmax(1.2 * uniform[k] - 0.1, 0), 1);
        q[k] = fmin(fmax(q[k], joint->start), joint->end); /* rounding may have put it outside */
    }
    return 1;
}

/* Moves q to a corner that is nearer to a solution than those along its edges, found from the one next to q. */
static void near_corner(PoseError *problem, double *q)
{
    const Chain *chain = problem->chain;
    double corner[MOST_JOINTS] = {0}, e[6];
    for (int k = 0; k < chain->n; k++) {
        const ChainJoint *joint = &chain->joint[k];
        corner[k] = 2 * q[k] < joint->start + joint->end ? joint->start : joint->end;
    }
    double squared = evaluate(problem, corner, e);
    for (int k = 0, unchanged = 0; unchanged < chain->n; k = (k + 1) % chain->n) {
        const ChainJoint *joint = &chain->joint[k];
        double before = corner[k];
        corner[k] = before == joint->start ? joint->end : joint->start;
        double other = evaluate(problem, corner, e);
        if (other < squared) squared = other, unchanged = 0;
        else corner[k] = before, unchanged++;
    }
    memcpy(q, corner, chain->n * sizeof(double));
}

static void conclude(Solution *solution, const Outcome *found, int used, int restarts, int flag)
{
    memcpy(solution->q, found->q, sizeof found->q);
    solution->error = sqrt(found->squared);
    solution->iterations = used, solution->restarts = restarts, solution->flag = flag;
}

static int solve(const Chain *chain, const Goal *goal, const Rules *rules, double deadline, const double *start,
                 Source *source, Solution *solution)
{
    Search *search = rules->algorithm == LEVENBERG_MARQUARDT ? levenberg_marquardt : bfgs_projection;
    int budget = rules->iterations, early = budget - budget / 10, used = 0, restarts = 0, through = 0;
    double solved = rules->solution * rules->solution, q[MOST_JOINTS];
    PoseError problem;
    Box box, everywhere;
    pose_error(&problem, chain, goal);
    for (int k = 0; k < chain->n; k++) {
        everywhere.lower[k] = -INFINITY, everywhere.upper[k] = INFINITY;
        box.lower[k] = rules->limits ? chain->joint[k].lower : -INFINITY;
        box.upper[k] = rules->limits ? chain->joint[k].upper : INFINITY;
    }
    if (!rules->restarts) {
        Outcome found = search(&problem, start, &box, rules, deadline, budget, 1);
        return conclude(solution, &found, found.iterations, 0, found.flag), 1;
    }
    Rules loose = *rules;
    loose.solution = fmax(rules->solution, 1e-3);
    Outcome found = search(&problem, start, &box, rules, deadline, early, 0);
    Ends ends;
    ends.count = 0;
    for (;;) {
        keep(&ends, &found);
        used += found.iterations;
        if (found.squared <= solved) return conclude(solution, &found, used, restarts, found.flag), 1;
        used += found.iterations == 0; /* a start from which nothing moves costs one, too, or there would be no end */
        if (used >= early || found.flag == TIME) break;
        if (!sample(chain, source, q)) return 0;
        restarts++;
        if (restarts > TRIED && restarts % 3 && rules->limits)
            near_corner(&problem, q);
        else if (restarts % 2 && (through || restarts <= TRIED) && rules->limits) {
            Outcome free_one = search(&problem, q, &everywhere, &loose, deadline, early - used, 0);
            memcpy(q, free_one.q, sizeof q);
            fold_into(chain, &box, q);
            used += free_one.iterations;
            through |= free_one.squared <= loose.solution * loose.solution;
        }
        found = search(&problem, q, &box, rules, deadline, early - used, 0);
    }
    Outcome best = {.squared = INFINITY};
    for (int k = 0; k < ends.count; k++) {
        int left = budget - used;
        found = search(&problem, ends.best[k].q, &box, rules, deadline, left < FINISH ? left : FINISH, 1);
        if (found.squared < best.squared) best = found;
        used += found.iterations;
        if (used >= budget) break;
    }
    int flag = best.squared <= solved || best.flag == TIME ? best.flag : ITERATIONS;
    return conclude(solution, &best, used, restarts, flag), 1;
}
