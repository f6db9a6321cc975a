/* A chain of joints as a Python object, and inverse kinematics as its method. */
#ifndef RST_CHAIN_H
#define RST_CHAIN_H

#include <numpy/random/bitgen.h>

#include "input.h"

typedef struct {
    PyObject_HEAD
    Chain chain;
    PyObject *arguments; /* what it was made of */
    void *tables;
} ChainObject;

static void chain_free(PyObject *self)
{
    PyMem_Free(((ChainObject *)self)->tables);
    Py_XDECREF(((ChainObject *)self)->arguments);
    Py_TYPE(self)->tp_free(self);
}

/* Chain(joints, end, limits): records of chains.py. */
static PyObject *chain_new(PyTypeObject *type, PyObject *arguments, PyObject *keywords)
{
    const char *joints, *end, *limits;
    Py_ssize_t joint_size, end_size, limit_size;
    if (!PyArg_ParseTuple(arguments, "y#y#y#", &joints, &joint_size, &end, &end_size, &limits, &limit_size))
        return NULL;
    Py_ssize_t n = joint_size / (Py_ssize_t)sizeof(ChainJoint), nq = limit_size / (Py_ssize_t)(2 * sizeof(double));
    if (n < 1 || n > MOST_JOINTS || joint_size % sizeof(ChainJoint) || end_size != 12 * sizeof(double) || nq > INT_MAX ||
        limit_size % (2 * sizeof(double)))
        return PyErr_SetString(PyExc_ValueError, "records of another size"), NULL;
    ChainObject *self = (ChainObject *)type->tp_alloc(type, 0);
    if (!self) return NULL;
    self->arguments = Py_NewRef(arguments);
    if (!(self->tables = PyMem_Malloc(joint_size + limit_size))) return Py_DECREF(self), PyErr_NoMemory();
    ChainJoint *joint = memcpy(self->tables, joints, joint_size);
    double *lower = memcpy((char *)self->tables + joint_size, limits, limit_size);
    self->chain = (Chain){.n = (int)n, .nq = (int)nq, .joint = joint, .lower = lower, .upper = lower + nq};
    memcpy(self->chain.R, end, sizeof self->chain.R);
    memcpy(self->chain.p, end + sizeof self->chain.R, sizeof self->chain.p);
    for (int k = 0; k < n; k++)
        if (joint[k].q < 0 || joint[k].q >= nq)
            return Py_DECREF(self), PyErr_SetString(PyExc_ValueError, "not a chain"), NULL;
    return (PyObject *)self;
}

static PyObject *chain_reduce(PyObject *self, PyObject *unused)
{
    return Py_BuildValue("OO", Py_TYPE(self), ((ChainObject *)self)->arguments);
}

/* ---- arguments ---- */

/* Moderate numbers from a float64 array (n,) or a list of Python's own numbers; 0 if it is neither. */
static int read_vector(PyObject *object, Py_ssize_t n, double *x)
{
    if (PyArray_CheckExact(object)) {
        PyArrayObject *array = (PyArrayObject *)object;
        if (PyArray_TYPE(array) != NPY_DOUBLE || !PyArray_ISBEHAVED_RO(array)) return 0;
        if (PyArray_NDIM(array) != 1 || PyArray_DIM(array, 0) != n) return 0;
        const char *at = PyArray_DATA(array);
        for (Py_ssize_t k = 0; k < n; k++, at += PyArray_STRIDE(array, 0)) x[k] = *(const double *)at;
    } else if (PyList_CheckExact(object) && PyList_GET_SIZE(object) == n) {
        for (Py_ssize_t k = 0; k < n; k++) {
            PyObject *one = PyList_GET_ITEM(object, k);
            if (PyFloat_CheckExact(one)) x[k] = PyFloat_AS_DOUBLE(one);
            else if (!PyLong_CheckExact(one)) return 0;
            else if ((x[k] = PyLong_AsDouble(one)) == -1 && PyErr_Occurred()) return PyErr_Clear(), 0;
        }
    } else
        return 0;
    return moderate(x, (int)n);
}

/* A rigid transform as a float64 array (4, 4). */
static int read_target(PyObject *object, Goal *goal)
{
    if (!PyArray_CheckExact(object)) return 0;
    PyArrayObject *array = (PyArrayObject *)object;
    if (PyArray_TYPE(array) != NPY_DOUBLE || !PyArray_ISBEHAVED_RO(array) || PyArray_NDIM(array) != 2) return 0;
    if (PyArray_DIM(array, 0) != 4 || PyArray_DIM(array, 1) != 4) return 0;
    double T[4][4];
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++) T[i][j] = *(const double *)PyArray_GETPTR2(array, i, j);
    if (T[3][0] != 0 || T[3][1] != 0 || T[3][2] != 0 || T[3][3] != 1) return 0;
    const double ROUNDING = 1e-12; /* off orthonormal, by arithmetic */
    for (int j = 0; j < 3; j++) {
        for (int i = 0; i < 3; i++) goal->target_R[3 * j + i] = T[i][j];
        for (int k = 0; k <= j; k++) {
            double product = T[0][j] * T[0][k] + T[1][j] * T[1][k] + T[2][j] * T[2][k];
            if (!(fabs(product - (j == k)) <= ROUNDING)) return 0;
        }
        goal->target_p[j] = T[j][3];
    }
    const double *x = goal->target_R, *y = x + 3, *z = y + 3;
    double volume = x[0] * (y[1] * z[2] - y[2] * z[1]) + x[1] * (y[2] * z[0] - y[0] * z[2]) +
                    x[2] * (y[0] * z[1] - y[1] * z[0]);
    return volume > 0 && moderate(goal->target_p, 3);
}

/* The guess moved into the limits of all joints; 0 where it is so far outside that there is a warning to give. */
static int into_limits(const Chain *chain, double *q)
{
    const double TYPED = 1e-6; /* rad or m, by which a limit that was typed may be off */
    for (int k = 0; k < chain->nq; k++) {
        double inside = fmin(fmax(q[k], chain->lower[k]), chain->upper[k]);
        if (!(fabs(inside - q[k]) <= TYPED)) return 0;
        q[k] = inside;
    }
    return 1;
}

/* ---- random numbers ---- */

/* Uniform numbers of a stream of NumPy's.  The first search runs with the GIL held; from the first restart on it is
 * held only to draw. */
typedef struct {
    Source source;
    PyObject *stream;          /* a function that gives the generator */
    PyObject *generator, *lock; /* once they were asked for */
    bitgen_t *bits;            /* what the generator keeps in C */
    PyThreadState *released;
} Stream;

static int find_generator(Stream *self)
{
    PyObject *capsule = NULL;
    if ((self->generator = PyObject_CallNoArgs(self->stream)))
        capsule = PyObject_GetAttrString(self->generator, "capsule");
    if (capsule) self->bits = PyCapsule_GetPointer(capsule, "BitGenerator");
    Py_XDECREF(capsule);
    if (self->bits) self->lock = PyObject_GetAttrString(self->generator, "lock");
    return self->lock != NULL;
}

static int call_without_arguments(PyObject *object, const char *name)
{
    PyObject *result = PyObject_CallMethod(object, name, NULL);
    Py_XDECREF(result);
    return result != NULL;
}

static int draw(Source *source, int n, double *uniform)
{
    Stream *self = (Stream *)source;
    if (self->released) PyEval_RestoreThread(self->released);
    int fine = !PyErr_CheckSignals() && (self->lock || find_generator(self)) &&
               call_without_arguments(self->lock, "acquire");
    if (fine) {
        for (int k = 0; k < n; k++) uniform[k] = self->bits->next_double(self->bits->state);
        fine = call_without_arguments(self->lock, "release");
    }
    self->released = PyEval_SaveThread();
    return fine;
}

/* ---- the method ---- */

static PyObject *result_of(const Chain *chain, double *q, const Solution *solution)
{
    npy_intp size = chain->nq;
    PyObject *array = PyArray_SimpleNew(1, &size, NPY_DOUBLE);
    if (!array) return NULL;
    for (int k = 0; k < chain->n; k++) q[chain->joint[k].q] = solution->q[k];
    memcpy(PyArray_DATA((PyArrayObject *)array), q, size * sizeof(double));
    return Py_BuildValue("Ndiii", array, solution->error, solution->iterations, solution->restarts, solution->flag);
}

static PyObject *run(const InstructionSet *set, const Chain *chain, double *q, const Goal *goal, const Rules *rules,
                     PyObject *stream)
{
    double start[MOST_JOINTS], deadline = seconds() + rules->time;
    Stream uniform = {.source = {draw}, .stream = stream};
    Solution solution;
    for (int k = 0; k < chain->n; k++) start[k] = q[chain->joint[k].q];
    if (!rules->restarts) uniform.released = PyEval_SaveThread(); /* the one search may be long */
    int done = set->solve(chain, goal, rules, deadline, start, &uniform.source, &solution);
    if (uniform.released) PyEval_RestoreThread(uniform.released);
    Py_XDECREF(uniform.lock);
    Py_XDECREF(uniform.generator);
    return done ? result_of(chain, q, &solution) : NULL;
}

/* Chain.solve with an instruction set; NULL for none. */
static PyObject *inverse_kinematics(const InstructionSet *set, PyObject *self, PyObject *const *arguments,
                                    Py_ssize_t count)
{
    const Chain *chain = &((ChainObject *)self)->chain;
    if (count != 5) return PyErr_Format(PyExc_TypeError, "takes 5 arguments, got %zd", count);
    if (!PyBytes_CheckExact(arguments[3]) || PyBytes_GET_SIZE(arguments[3]) != sizeof(Rules))
        return PyErr_SetString(PyExc_ValueError, "no rules"), NULL;
    if (!set) Py_RETURN_NONE;
    Rules rules;
    Goal goal;
    memcpy(&rules, PyBytes_AS_STRING(arguments[3]), sizeof rules);
    if (!read_target(arguments[1], &goal) || !read_vector(arguments[2], 6, goal.weights)) Py_RETURN_NONE;
    for (int k = 0; k < 6; k++)
        if (goal.weights[k] < 0) Py_RETURN_NONE;
    double few[2 * MOST_JOINTS], *q = few;
    if (chain->nq > 2 * MOST_JOINTS && !(q = PyMem_Malloc(chain->nq * sizeof(double)))) return PyErr_NoMemory();
    PyObject *result = NULL;
    if (PyArray_CheckExact(arguments[0]) && read_vector(arguments[0], chain->nq, q) &&
        (!rules.limits || into_limits(chain, q)))
        result = run(set, chain, q, &goal, &rules, arguments[4]);
    else result = Py_NewRef(Py_None);
    if (q != few) PyMem_Free(q);
    return result;
}

#endif
