/* Arguments that are arrays: which ones are ours, and how kernels get their numbers. */
#ifndef RST_INPUT_H
#define RST_INPUT_H

#include "signature.h"

/* A float64 array (n,) or (nb, 6), or (N, ...) of them, with any strides.  Without data it means zeros. */
typedef struct {
    const char *data;
    npy_intp row;           /* bytes from one configuration to the next, */
    npy_intp stride, inner; /* from one element or wrench to the next, and within a wrench */
    int size, wrenches;
} Input;

static double element(const Input *in, npy_intp row, int k)
{
    const char *at = in->data + row * in->row;
    return *(const double *)(in->wrenches ? at + k / 6 * in->stride + k % 6 * in->inner : at + k * in->stride);
}

/* Reads an argument; 0 if it is none of ours.  *rows becomes the number of configurations if it has an axis of them. */
static int read_input(PyObject *object, const Robot *robot, int kind, Input *in, npy_intp *rows)
{
    *in = (Input){.size = input_size(robot, kind), .wrenches = kind == WRENCHES};
    if (object == Py_None) return kind != POSITIONS;
    if (!PyArray_CheckExact(object)) return 0;
    PyArrayObject *array = (PyArrayObject *)object;
    if (PyArray_TYPE(array) != NPY_DOUBLE || !PyArray_ISBEHAVED_RO(array)) return 0;
    int own = 1 + in->wrenches, many = PyArray_NDIM(array) - own;
    if (many != 0 && many != 1) return 0;
    const npy_intp *d = PyArray_DIMS(array) + many, *s = PyArray_STRIDES(array) + many;
    if (in->wrenches ? d[0] != robot->nb || d[1] != 6 : d[0] != in->size) return 0;
    if (many) {
        npy_intp n = PyArray_DIM(array, 0);
        if (*rows >= 0 && *rows != n) return 0;
        *rows = n;
        in->row = PyArray_STRIDE(array, 0);
    }
    in->data = PyArray_DATA(array);
    in->stride = s[0];
    in->inner = in->wrenches ? s[1] : 0;
    return 1;
}

/* The numbers of one configuration as an array: the caller's own where it is contiguous. */
static const double *one_row(const Input *in, npy_intp row, double *copy, const double *zeros)
{
    if (!in->data) return in->wrenches ? NULL : zeros;
    if (in->stride == (in->wrenches ? 48 : 8) && (!in->wrenches || in->inner == 8))
        return (const double *)(in->data + row * in->row);
    for (int k = 0; k < in->size; k++) copy[k] = element(in, row, k);
    return copy;
}

/* The numbers of `lanes` configurations side by side; the last one stands in where there are fewer. */
static const double *block_of_rows(const Input *in, npy_intp first, npy_intp count, int lanes, double *block,
                                   const double *zeros)
{
    if (!in->data) return in->wrenches ? NULL : zeros;
    for (int l = 0; l < lanes; l++) {
        npy_intp row = first + (l < count ? l : count - 1);
        if (in->wrenches)
            for (int k = 0; k < in->size; k++) block[k * lanes + l] = element(in, row, k);
        else {
            const char *at = in->data + row * in->row;
            for (int k = 0; k < in->size; k++, at += in->stride) block[k * lanes + l] = *(const double *)at;
        }
    }
    return block;
}

/* Numbers whose products stay far from overflow (MODERATE of the facade); NaN is none. */
static int moderate(const double *x, int n)
{
    double size = 0, sizes[WIDEST] = {0}; /* sums that do not wait for each other */
    int k = 0;
    for (; k + WIDEST <= n; k += WIDEST)
        for (int l = 0; l < WIDEST; l++) sizes[l] += fabs(x[k + l]);
    for (; k < n; k++) size += fabs(x[k]);
    for (int l = 0; n >= WIDEST && l < WIDEST; l++) size += sizes[l];
    return size < 1e30;
}

static int has_quaternions(const Robot *robot, const double *q, int lanes, int lane)
{
    for (int i = 1; i <= robot->nl; i++) {
        const Link *L = &robot->link[i];
        const double *x = q + L->q * lanes + lane;
        if (L->kind == FLOATING && x[0] == 0 && x[lanes] == 0 && x[2 * lanes] == 0 && x[3 * lanes] == 0) return 0;
    }
    return 1;
}

/* Whether an input reaches into the memory of the result. */
static int overlaps(const Input *in, npy_intp rows, const char *out, npy_intp bytes)
{
    if (!in->data || !in->size || !rows) return 0;
    npy_intp steps[3][2] = {{rows - 1, in->row}, {(in->wrenches ? in->size / 6 : in->size) - 1, in->stride},
                            {in->wrenches ? 5 : 0, in->inner}};
    const char *low = in->data, *high = in->data + sizeof(double);
    for (int k = 0; k < 3; k++) *(steps[k][1] < 0 ? &low : &high) += steps[k][0] * steps[k][1];
    return low < out + bytes && out < high;
}

#endif
