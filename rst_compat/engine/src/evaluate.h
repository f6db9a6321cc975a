/* From arrays to arrays: one configuration, or many in blocks. */
#ifndef RST_EVALUATE_H
#define RST_EVALUATE_H

#include "input.h"

#ifndef STACK
#define STACK 4096 /* numbers of work space that a call may have on the stack */
#endif

enum { REGULAR, INDEFINITE, SINGULAR };

/* Work space of judge. */
#define JUDGE_SIZE(robot) ((robot)->nq + (size_t)(robot)->nv * (robot)->nv + WORK_SIZE(robot))

/* What the pivots of one configuration of a block say of its mass matrix.  Singular is a pivot below nv eps times the
 * largest diagonal element. */
static int judge(const InstructionSet *set, const Robot *robot, const double *positions, const double *pivots, int lane,
                 double *work)
{
    int nq = robot->nq, nv = robot->nv, lanes = set->lanes, verdict = REGULAR;
    double least = INFINITY, largest = 0;
    for (int v = 0; v < nv; v++) {
        double pivot = pivots[v * lanes + lane];
        if (!(pivot > 0)) verdict = INDEFINITE;
        if (!(fabs(pivot) >= least)) least = fabs(pivot); /* NaN wins */
    }
    if (least > pivots[nv * lanes + lane]) return verdict; /* pivot_floor: no need to look */
    double *q = work, *H = q + nq;
    for (int k = 0; k < nq; k++) q[k] = positions[k * lanes + lane];
    const void *in[MAX_INPUTS] = {q};
    set->single[MASS_MATRIX](robot, in, NULL, H, H + (size_t)nv * nv);
    for (int v = 0; v < nv; v++) largest = fmax(largest, fabs(H[v * nv + v]));
    return least > nv * 2.220446049250313e-16 * largest ? verdict : SINGULAR;
}

/* Work space on the stack where it is enough, else from the heap; aligned to the widest vector. */
typedef struct { void *heap; double *start; } Space;

static int get_space(Space *space, double *stack, size_t doubles)
{
    space->heap = NULL;
    if (stack && doubles + WIDEST <= STACK) space->start = stack;
    else if (!(space->heap = PyMem_RawMalloc((doubles + WIDEST) * sizeof(double)))) return 0;
    else space->start = space->heap;
    space->start = (double *)(((uintptr_t)space->start + 63) & ~(uintptr_t)63);
    return 1;
}

/* 1 for a result, 0 for None, -1 for an error. */
static int one_configuration(const InstructionSet *set, const Robot *robot, int function, const Input *input,
                             const int *which, double *out)
{
    const Signature *signature = &signatures[function];
    double stack[STACK];
    Space space;
    if (!get_space(&space, stack, (size_t)inputs_size(robot, signature) + WORK_SIZE(robot)))
        return PyErr_NoMemory(), -1;
    double *copy = space.start;
    const void *in[MAX_INPUTS] = {0};
    int fine = 1;
    for (int k = 0; fine && k < signature->inputs; k++) {
        const double *x = one_row(&input[k], 0, copy, robot->zeros);
        if (input[k].data) fine = moderate(x, input[k].size);
        copy += input[k].size;
        in[k] = x;
    }
    fine = fine && has_quaternions(robot, in[0], 1, 0);
    if (fine) {
        double *work = copy; /* what comes after the copies */
        set->single[function](robot, in, which, out, work);
        if (function == FORWARD_DYNAMICS)
            for (int v = 0; v < robot->nv; v++) fine = fine && work[v] > work[robot->nv];
    }
    PyMem_RawFree(space.heap);
    return fine;
}

/* Every configuration by itself: NaN in, NaN out in that row.  Where they are to be checked, 0 as soon as there is one
 * that one_configuration would refuse.  Runs without the GIL. */
static int many_configurations(const InstructionSet *set, const Robot *robot, int function, const Input *input,
                               const int *which, double *out, npy_intp rows, npy_intp size, unsigned char *status, int checked)
{
    const Signature *signature = &signatures[function];
    int lanes = set->lanes, nv = robot->nv;
    size_t work_size = (size_t)WORK_SIZE(robot) * lanes, in_size = (size_t)inputs_size(robot, signature) * lanes;
    Space space;
    size_t judge_size = function == FORWARD_DYNAMICS ? JUDGE_SIZE(robot) : 0;
    if (!get_space(&space, NULL, work_size + in_size + (size_t)size * lanes + judge_size)) return -1;
    double *work = space.start, *block = work + work_size, *result = block + in_size, *rest = result + size * lanes;
    for (npy_intp first = 0; first < rows; first += lanes) {
        npy_intp count = rows - first < lanes ? rows - first : lanes;
        const void *in[MAX_INPUTS] = {0};
        double *to = block;
        int fine = 1;
        for (int k = 0; k < signature->inputs; to += (size_t)input[k++].size * lanes) {
            in[k] = block_of_rows(&input[k], first, count, lanes, to, robot->zeros);
            if (checked && input[k].data) fine = fine && moderate(in[k], input[k].size * lanes);
        }
        for (int l = 0; checked && robot->nq > nv && l < lanes; l++) fine = fine && has_quaternions(robot, in[0], lanes, l);
        if (!fine) return PyMem_RawFree(space.heap), 0;
        set->block[function](robot, in, which, result, work);
        for (npy_intp l = 0; l < count; l++) {
            double *row = out + (first + l) * size;
            for (npy_intp k = 0; k < size; k++) row[k] = result[k * lanes + l];
        }
        if (function != FORWARD_DYNAMICS) continue;
        for (npy_intp l = 0; l < count; l++) {
            int verdict = judge(set, robot, in[0], work, (int)l, rest);
            if (checked && verdict != REGULAR) return PyMem_RawFree(space.heap), 0;
            if (status) status[first + l] = (unsigned char)verdict;
            for (int v = 0; verdict == SINGULAR && v < nv; v++) out[(first + l) * size + v] = NAN;
        }
    }
    PyMem_RawFree(space.heap);
    return 1;
}

#endif
