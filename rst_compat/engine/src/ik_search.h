/* What every search has in common: the box it stays in, when it stops, small linear systems; see ik/search.py. */

typedef struct { double lower[MOST_JOINTS], upper[MOST_JOINTS]; } Box;

/* Where a search ended. */
typedef struct {
    double q[MOST_JOINTS], squared; /* squared length of the residual */
    int iterations, flag;
} Outcome;

typedef Outcome Search(PoseError *problem, const double *q, const Box *box, const Rules *rules, double deadline,
                       int budget, int patient);

INLINE double clip(const Box *box, int k, double q)
{
    double above = q > box->lower[k] ? q : box->lower[k];
    return above < box->upper[k] ? above : box->upper[k];
}

/* Whether a joint stands at a bound, and a step in this direction would push it over. */
INLINE int held(const Box *box, int k, double q, double direction)
{
    return (q <= box->lower[k] && direction < 0) || (q >= box->upper[k] && direction > 0);
}

/* Gives up searches that are stuck: four iterations must take three tenths off the squared residual; near a solution,
 * where a singular arm converges slowly but surely, a fiftieth. */
typedef struct { double mark; int left, endless; } Patience;

static int patience_ends(Patience *self, double squared)
{
    if (self->endless || --self->left) return 0;
    int slow = squared > self->mark * (squared > 1e-6 ? 0.7 : 0.98);
    self->mark = squared, self->left = 4;
    return slow;
}

/* Whether a search ends after an iteration with a step of this squared length, and why.  The clock is asked in the
 * first iteration and in every eighth: asking costs a tenth of an iteration. */
static int verdict(const Rules *rules, double step, double squared, Patience *patience, int used, int budget,
                   double deadline)
{
    if (step <= rules->step * rules->step) return STEP;
    if (patience_ends(patience, squared)) return ABANDONED;
    if (used >= budget) return ITERATIONS;
    return used % 8 == 1 && seconds() > deadline ? TIME : RUNNING;
}

/* Solves A x = b by elimination in the symmetric, positive definite matrix A (n, n), whose column n is b and whose
 * lower triangle is not looked at; A is lost.  Returns 0 where it is not positive definite; with a floor, pivots below
 * it are put there instead. */
INLINE int solve_definite(double *A, int n, int width, double *x, double floor)
{
    double inverse[MOST_JOINTS];
    for (int k = 0; k < n; k++) {
        double *row = A + k * width, pivot = row[k];
        if (!(pivot > floor)) {
            if (!(floor > 0)) return 0;
            pivot = floor;
        }
        inverse[k] = 1 / pivot;
        for (int i = k + 1; i < n; i++) {
            double factor = row[i] * inverse[k], *lower = A + i * width;
            for (int j = n == 6 ? 0 : i; j < width; j++) lower[j] -= factor * row[j]; /* whole vectors for six */
        }
    }
    for (int k = n - 1; k >= 0; k--) {
        double rest = A[k * width + n];
        for (int j = k + 1; j < n; j++) rest -= A[k * width + j] * x[j];
        x[k] = rest * inverse[k];
    }
    return 1;
}

/* The step x (n,) of damped least squares, (J J' + damping) x = J e, for the joints that are free; zero for the others.
 *
 * With six free joints or more, x = J y with (J'J + damping) y = e is the same and has six unknowns. */
static void damped_step(int n, Jacobian J, const int *is_free, const double *e, double damping, double *x)
{
    int which[MOST_JOINTS], m = 0;
    for (int k = 0; k < n; k++) {
        x[k] = 0;
        if (is_free[k]) which[m++] = k;
    }
    const double rounding = 2.220446049250313e-16;
    if (m >= 6) {
        double A[6][PADDED] = {{0}}, y[6];
        for (int k = 0; k < m; k++) {
            const double *row = J[which[k]];
            for (int i = 0; i < 6; i++)
                for (int j = 0; j < PADDED; j++) A[i][j] += row[i] * row[j];
        }
        for (int i = 0; i < 6; i++) A[i][i] += damping, A[i][6] = e[i];
        solve_definite(&A[0][0], 6, PADDED, y, rounding * damping);
        for (int k = 0; k < m; k++) {
            const double *row = J[which[k]];
            double sum_of = 0;
            for (int i = 0; i < 6; i++) sum_of += row[i] * y[i];
            x[which[k]] = sum_of;
        }
        return;
    }
    double A[5 * 6], y[5];
    for (int i = 0; i < m; i++) {
        const double *row = J[which[i]];
        for (int j = i; j <= m; j++) {
            const double *other = j < m ? J[which[j]] : e;
            double sum_of = j == i ? damping : 0;
            for (int k = 0; k < 6; k++) sum_of += row[k] * other[k];
            A[i * (m + 1) + j] = sum_of;
        }
    }
    solve_definite(A, m, m + 1, y, rounding * damping);
    for (int i = 0; i < m; i++) x[which[i]] = y[i];
}
