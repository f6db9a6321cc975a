/* The robot as the kernels see it: a tree of moving links.  fold.py makes it of core.Model.
 *
 * Link 0 is the base, and parents come first.  Fixed bodies are melted into the link that carries them.  The frame of
 * a link stands on its joint: a revolute joint turns about its z axis, a prismatic one slides along it.
 */
#ifndef RST_ROBOT_H
#define RST_ROBOT_H

#include <stdint.h>

#include "ik.h"

enum { REVOLUTE, PRISMATIC, FLOATING };

typedef struct {
    int32_t parent, kind;
    int32_t q, v;              /* where its positions and velocities stand */
    int32_t turn, unused;      /* which of the revolute joints it is */
    double R[9], p[3];         /* pose in the parent link with the joint at zero; R column by column */
    double m, h[3], J[6];      /* mass, mass times centre of mass, [xx yy zz yz xz xy] about the link origin */
} Link;

typedef struct {
    int32_t link, parent;      /* the link that it is part of, the body that carries it */
    double R[9], p[3];         /* its pose in the link */
    double m, h[3], J[6];      /* its own, about its origin */
} Body;

typedef struct {
    int nl, nb, nq, nv;        /* links and bodies, the base counted in neither; positions, velocities */
    const Link *link;          /* nl + 1 */
    const Body *body;          /* nb + 1 */
    const int *lambda;         /* nv: the velocity that supports each one (RBDA section 6.5); -1 at the base */
    const int *tip;            /* nl + 1: the last velocity that moves each link; -1 at the base */
    int turns;                 /* number of revolute joints */
    const int *turn;           /* their positions in q, padded to whole vectors */
    const double *zeros;       /* a block of zero velocities and wrenches */
    double gravity[3];
    double mass, moment[3];    /* of all bodies; of those fixed to the base, mass times centre of mass */
    double sum_m, sum_h, sum_I, reach; /* sums of |m|, |h|, |I| and |p|: bounds for pivot_floor */
} Robot;

/* A kernel reads its inputs (each an array of scalars or of vectors), and writes its result and pivots likewise. */
typedef void Kernel(const Robot *robot, const void *const in[], const int which[], void *out, void *work);

enum {
    INVERSE_DYNAMICS,
    MASS_MATRIX,
    FORWARD_DYNAMICS,
    CORIOLIS_MATRIX,
    VELOCITY_PRODUCT,
    GRAVITY_TORQUE,
    BODY_POSES,
    TRANSFORM,
    GEOMETRIC_JACOBIAN,
    CENTER_OF_MASS,
    CENTER_OF_MASS_JACOBIAN,
    REGRESSOR,
    JOINT_REACTIONS,
    JOINT_REACTION,
    WRENCH_REGRESSOR,
    FUNCTIONS
};

/* Scalars of work space that every kernel can do with. */
#define WORK_SIZE(robot) (56 * ((robot)->nl + 1) + 12 * (robot)->nv + 2 * (robot)->turns + 24)

typedef struct {
    const char *name;
    int lanes;                 /* configurations in a block */
    Kernel *const *single, *const *block; /* FUNCTIONS each */
    Solve *solve;              /* inverse kinematics */
} InstructionSet;

extern const InstructionSet baseline, avx2, avx512;

#endif
