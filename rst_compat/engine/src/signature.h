/* What the functions of the engine read and what they write. */
#ifndef RST_SIGNATURE_H
#define RST_SIGNATURE_H

#include "robot.h"

enum { WIDEST = 8, MAX_INPUTS = 4 };

enum { POSITIONS, VELOCITIES, WRENCHES };
enum { VECTOR, MATRIX, JACOBIAN, POSE, POSES, POINT, POINT_JACOBIAN, PARAMETERS, BODY_WRENCHES, WRENCH, WRENCH_PARAMETERS };

typedef struct { int inputs, input[MAX_INPUTS], bodies, result; } Signature;

static const Signature signatures[FUNCTIONS] = {
    [INVERSE_DYNAMICS] = {4, {POSITIONS, VELOCITIES, VELOCITIES, WRENCHES}, 0, VECTOR},
    [MASS_MATRIX] = {1, {POSITIONS}, 0, MATRIX},
    [FORWARD_DYNAMICS] = {4, {POSITIONS, VELOCITIES, VELOCITIES, WRENCHES}, 0, VECTOR},
    [CORIOLIS_MATRIX] = {2, {POSITIONS, VELOCITIES}, 0, MATRIX},
    [VELOCITY_PRODUCT] = {2, {POSITIONS, VELOCITIES}, 0, VECTOR},
    [GRAVITY_TORQUE] = {1, {POSITIONS}, 0, VECTOR},
    [BODY_POSES] = {1, {POSITIONS}, 0, POSES},
    [TRANSFORM] = {1, {POSITIONS}, 2, POSE},
    [GEOMETRIC_JACOBIAN] = {1, {POSITIONS}, 1, JACOBIAN},
    [CENTER_OF_MASS] = {1, {POSITIONS}, 0, POINT},
    [CENTER_OF_MASS_JACOBIAN] = {1, {POSITIONS}, 0, POINT_JACOBIAN},
    [REGRESSOR] = {3, {POSITIONS, VELOCITIES, VELOCITIES}, 0, PARAMETERS},
    [JOINT_REACTIONS] = {4, {POSITIONS, VELOCITIES, VELOCITIES, WRENCHES}, 0, BODY_WRENCHES},
    [JOINT_REACTION] = {4, {POSITIONS, VELOCITIES, VELOCITIES, WRENCHES}, 1, WRENCH},
    [WRENCH_REGRESSOR] = {3, {POSITIONS, VELOCITIES, VELOCITIES}, 1, WRENCH_PARAMETERS},
};

static int input_size(const Robot *r, int kind)
{
    return kind == POSITIONS ? r->nq : kind == VELOCITIES ? r->nv : 6 * r->nb;
}

/* Shape of a result; returns the number of axes. */
static int result_shape(const Robot *r, int kind, Py_ssize_t *d)
{
    switch (kind) {
    case VECTOR: d[0] = r->nv; return 1;
    case MATRIX: d[0] = d[1] = r->nv; return 2;
    case JACOBIAN: d[0] = 6, d[1] = r->nv; return 2;
    case POSE: d[0] = d[1] = 4; return 2;
    case POSES: d[0] = r->nb + 1, d[1] = d[2] = 4; return 3;
    case POINT: d[0] = 3; return 1;
    case POINT_JACOBIAN: d[0] = 3, d[1] = r->nv; return 2;
    case BODY_WRENCHES: d[0] = r->nb, d[1] = 6; return 2;
    case WRENCH: d[0] = 6; return 1;
    case WRENCH_PARAMETERS: d[0] = 6, d[1] = 10 * r->nb; return 2;
    default: d[0] = r->nv, d[1] = 10 * r->nb; return 2;
    }
}

static int inputs_size(const Robot *robot, const Signature *signature)
{
    int size = 0;
    for (int k = 0; k < signature->inputs; k++) size += input_size(robot, signature->input[k]);
    return size;
}

#endif
