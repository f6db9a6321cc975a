/* Inverse kinematics as the module and the searches see it.  The files ik_*.h follow rst_compat/ik, which is their
 * specification: the same names, the same rules.  chains.py makes the records. */
#ifndef RST_IK_H
#define RST_IK_H

#include <stdint.h>

enum { MOST_JOINTS = 32, PADDED = 8 }; /* joints of a chain; numbers in a row of a Jacobian, six of them in use */

typedef struct {
    int32_t q, slides;         /* where its position stands; 1 for a prismatic joint */
    double R[9], p[3];         /* pose in the joint before with the position at zero; R column by column */
    double lower, upper;       /* limits */
    double start, end;         /* the same, with a range without end cut to two pi: where random restarts begin */
} ChainJoint;

/* The joints that move a body, from the base on; all turn about their z axes or slide along them. */
typedef struct {
    int n, nq;                 /* joints, and positions of the whole robot */
    const ChainJoint *joint;        /* n */
    const double *lower, *upper; /* nq: limits of all joints of the robot */
    double R[9], p[3];         /* pose of the body in the last joint */
} Chain;

enum { BFGS_PROJECTION, LEVENBERG_MARQUARDT };

/* When a search stops, and how it is run: SolverParameters. */
typedef struct {
    double solution, gradient, step, change, bias, time;
    int32_t algorithm, iterations, error_damping, limits, restarts, unused;
} Rules;

typedef struct {
    double target_R[9], target_p[3], weights[6];
} Goal;

/* Why a search ended: MATLAB's exit flags; and that it has not, or is too slow to be worth its iterations. */
enum { RUNNING, LOCAL_MINIMUM, ITERATIONS, TIME, STEP, CHANGE, ABANDONED = -1 };

typedef struct {
    double q[MOST_JOINTS], error; /* length of the residual */
    int iterations, restarts, flag;
} Solution;

/* Gives n uniform numbers from 0 to 1, or returns 0 when all is to stop. */
typedef struct Source Source;
struct Source { int (*draw)(Source *, int n, double *uniform); };

/* Returns 0 when it was stopped. */
typedef int Solve(const Chain *chain, const Goal *goal, const Rules *rules, double deadline, const double *q,
                  Source *source, Solution *solution);

double seconds(void); /* of a clock that runs evenly */

#endif
