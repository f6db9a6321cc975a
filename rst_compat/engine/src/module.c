/* The extension module rst_compat.engine._native: a robot as a Python object, and its functions as methods.
 *
 * A method returns an array, or None where the core must be asked: for arguments that are not float64 arrays of the
 * right shape, and, in a call for one configuration, for numbers that are no moderate ones and for mass matrices that
 * may be singular.  So the errors and warnings of the facade have one place, and it is not here.
 */
#define PY_SSIZE_T_CLEAN
#define NPY_NO_DEPRECATED_API NPY_2_0_API_VERSION
#define NPY_TARGET_VERSION NPY_2_0_API_VERSION
#include <Python.h>
#include <math.h>
#include <numpy/arrayobject.h>
#include <string.h>

#include "robot.h"

enum { WIDEST = 8, MAX_INPUTS = 4 };

#ifndef STACK
#define STACK 4096 /* numbers of work space that a call may have on the stack */
#endif

static const InstructionSet *instructions; /* in use; NULL while the core is to do all work */

/* ---- the functions: what they read and what they write ---- */

enum { NOTHING, POSITIONS, VELOCITIES, WRENCHES };                   /* inputs */
enum { VECTOR, MATRIX, JACOBIAN, POSE, POSES, POINT, POINT_JACOBIAN, PARAMETERS }; /* results */

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
};

typedef struct {
    PyObject_HEAD
    Robot robot;
    int single;          /* refuses more than one configuration: it stands behind functions that take one */
    PyObject *arguments; /* what it was made of */
    void *tables;
} Model;

static int input_size(const Robot *r, int kind)
{
    return kind == POSITIONS ? r->nq : kind == VELOCITIES ? r->nv : 6 * r->nb;
}

/* Shape of a result; returns the number of axes. */
static int result_shape(const Robot *r, int kind, npy_intp *d)
{
    switch (kind) {
    case VECTOR: d[0] = r->nv; return 1;
    case MATRIX: d[0] = d[1] = r->nv; return 2;
    case JACOBIAN: d[0] = 6, d[1] = r->nv; return 2;
    case POSE: d[0] = d[1] = 4; return 2;
    case POSES: d[0] = r->nb + 1, d[1] = d[2] = 4; return 3;
    case POINT: d[0] = 3; return 1;
    case POINT_JACOBIAN: d[0] = 3, d[1] = r->nv; return 2;
    default: d[0] = r->nv, d[1] = 10 * r->nb; return 2;
    }
}

/* ---- inputs ---- */

/* A float64 array (n,) or (nb, 6), or (N, ...) of them, with any strides.  Without data it means zeros. */
typedef struct {
    const char *data;
    npy_intp row, stride, inner; /* bytes from one configuration to the next, from element to element, within a wrench */
    int size, wrenches;
} Input;

static double element(const Input *in, npy_intp row, int k)
{
    const char *at = in->data + row * in->row;
    return *(const double *)(in->wrenches ? at + k / 6 * in->stride + k % 6 * in->inner : at + k * in->stride);
}

/* Reads an argument; 0 if it is none of ours.  *rows becomes the number of configurations, if it has an axis of them. */
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
    double size = 0;
    for (int k = 0; k < n; k++) size += fabs(x[k]);
    return size < 1e30;
}

static int has_quaternions(const Robot *robot, const double *q)
{
    for (int i = 1; i <= robot->nl; i++) {
        const Link *L = &robot->link[i];
        const double *x = q + L->q;
        if (L->kind == FLOATING && x[0] == 0 && x[1] == 0 && x[2] == 0 && x[3] == 0) return 0;
    }
    return 1;
}

/* ---- mass matrices that may be singular ---- */

enum { REGULAR, INDEFINITE, SINGULAR };

/* Singular is a pivot below nv eps times the largest diagonal element of the mass matrix. */
static int judge(const InstructionSet *set, const Robot *robot, const double *q, const double *pivots, int lane,
                 double *H, double *work)
{
    int nv = robot->nv, lanes = set->lanes, verdict = REGULAR;
    double least = INFINITY, largest = 0;
    for (int v = 0; v < nv; v++) {
        double pivot = pivots[v * lanes + lane];
        if (!(pivot > 0)) verdict = INDEFINITE;
        if (!(fabs(pivot) >= least)) least = fabs(pivot); /* NaN wins */
    }
    if (least > pivots[nv * lanes + lane]) return verdict; /* pivot_floor: no need to look */
    const void *in[MAX_INPUTS] = {q};
    set->single[MASS_MATRIX](robot, in, NULL, H, work);
    for (int v = 0; v < nv; v++) largest = fmax(largest, fabs(H[v * nv + v]));
    return least > nv * 2.220446049250313e-16 * largest ? verdict : SINGULAR;
}

/* ---- calls ---- */

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

static int inputs_size(const Robot *robot, const Signature *signature)
{
    int size = 0;
    for (int k = 0; k < signature->inputs; k++) size += input_size(robot, signature->input[k]);
    return size;
}

/* 1 for a result, 0 for None, -1 for an error. */
static int one_configuration(const InstructionSet *set, const Robot *robot, int function, const Input *input, const int *which,
                             double *out)
{
    const Signature *signature = &signatures[function];
    double stack[STACK];
    Space space;
    if (!get_space(&space, stack, (size_t)inputs_size(robot, signature) + WORK_SIZE(robot))) return PyErr_NoMemory(), -1;
    double *copy = space.start;
    const void *in[MAX_INPUTS] = {0};
    int fine = 1;
    for (int k = 0; fine && k < signature->inputs; k++) {
        const double *x = one_row(&input[k], 0, copy, robot->zeros);
        if (input[k].data) fine = moderate(x, input[k].size);
        copy += input[k].size;
        in[k] = x;
    }
    fine = fine && has_quaternions(robot, in[0]);
    if (fine) {
        double *work = copy;
        set->single[function](robot, in, which, out, work);
        if (function == FORWARD_DYNAMICS)
            for (int v = 0; v < robot->nv; v++) fine = fine && work[v] > work[robot->nv];
    }
    PyMem_RawFree(space.heap);
    return fine;
}

/* Every configuration by itself: NaN in, NaN out in that row.  Runs without the GIL. */
static int many_configurations(const InstructionSet *set, const Robot *robot, int function, const Input *input,
                               const int *which, double *out, npy_intp rows, npy_intp size, unsigned char *status)
{
    const Signature *signature = &signatures[function];
    int lanes = set->lanes, nq = robot->nq, nv = robot->nv;
    size_t work_size = (size_t)WORK_SIZE(robot) * lanes, in_size = (size_t)inputs_size(robot, signature) * lanes;
    Space space;
    size_t judge_size = function == FORWARD_DYNAMICS ? nq + (size_t)nv * nv + WORK_SIZE(robot) : 0;
    if (!get_space(&space, NULL, work_size + in_size + (size_t)size * lanes + judge_size)) return -1;
    double *work = space.start, *block = work + work_size, *result = block + in_size;
    double *q = result + size * lanes, *H = q + nq;
    for (npy_intp first = 0; first < rows; first += lanes) {
        npy_intp count = rows - first < lanes ? rows - first : lanes;
        const void *in[MAX_INPUTS] = {0};
        double *to = block;
        for (int k = 0; k < signature->inputs; to += (size_t)input[k++].size * lanes)
            in[k] = block_of_rows(&input[k], first, count, lanes, to, robot->zeros);
        set->block[function](robot, in, which, result, work);
        for (npy_intp l = 0; l < count; l++) {
            double *row = out + (first + l) * size;
            for (npy_intp k = 0; k < size; k++) row[k] = result[k * lanes + l];
        }
        if (function != FORWARD_DYNAMICS) continue;
        for (npy_intp l = 0; l < count; l++) {
            for (int k = 0; k < nq; k++) q[k] = ((const double *)in[0])[k * lanes + l];
            int verdict = judge(set, robot, q, work, (int)l, H, H + (size_t)nv * nv);
            if (status) status[first + l] = (unsigned char)verdict;
            for (int v = 0; verdict == SINGULAR && v < nv; v++) out[(first + l) * size + v] = NAN;
        }
    }
    PyMem_RawFree(space.heap);
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

static PyArrayObject *writable(PyObject *object, int type, int axes, const npy_intp *shape, const char *what)
{
    PyArrayObject *array = (PyArrayObject *)object;
    if (!PyArray_Check(object) || PyArray_TYPE(array) != type || !PyArray_ISCARRAY(array) ||
        PyArray_NDIM(array) != axes || !PyArray_CompareLists(PyArray_DIMS(array), shape, axes)) {
        PyErr_Format(PyExc_ValueError, "%s must be a writable C-contiguous %s array of the shape of the result", what,
                     type == NPY_DOUBLE ? "float64" : "uint8");
        return NULL;
    }
    return (PyArrayObject *)Py_NewRef(object);
}

static PyObject *call(Model *self, int function, PyObject *const *arguments, Py_ssize_t count)
{
    const InstructionSet *set = instructions;
    const Robot *robot = &self->robot;
    const Signature *signature = &signatures[function];
    int most = signature->inputs + signature->bodies + 1 + (function == FORWARD_DYNAMICS), which[2] = {0, 0};
    if (count < 1 + signature->bodies || count > most) {
        PyErr_Format(PyExc_TypeError, "takes %d to %d arguments, got %zd", 1 + signature->bodies, most, count);
        return NULL;
    }
    if (!set) Py_RETURN_NONE;
    Input input[MAX_INPUTS];
    npy_intp rows = -1, shape[4];
    for (int k = 0; k < signature->inputs; k++)
        if (!read_input(k < count ? arguments[k] : Py_None, robot, signature->input[k], &input[k], &rows)) Py_RETURN_NONE;
    if (self->single && rows >= 0) Py_RETURN_NONE;
    for (int k = 0; k < signature->bodies; k++) {
        long body = PyLong_AsLong(arguments[signature->inputs + k]);
        if (body == -1 && PyErr_Occurred()) return NULL;
        if (body < 0 || body > robot->nb) return PyErr_SetString(PyExc_IndexError, "no such body"), NULL;
        which[k] = (int)body;
    }
    if ((function == CENTER_OF_MASS || function == CENTER_OF_MASS_JACOBIAN) && !(fabs(robot->mass) > 1e-30))
        Py_RETURN_NONE; /* as good as no mass to divide by */

    int last = signature->inputs + signature->bodies, axes = result_shape(robot, signature->result, shape + 1);
    npy_intp size = 1;
    for (int k = 1; k <= axes; k++) size *= shape[k];
    shape[0] = rows;
    int batch = rows >= 0;
    PyArrayObject *out, *status = NULL;
    if (count > last && arguments[last] != Py_None)
        out = writable(arguments[last], NPY_DOUBLE, axes + batch, shape + !batch, "out");
    else
        out = (PyArrayObject *)PyArray_SimpleNew(axes + batch, shape + !batch, NPY_DOUBLE);
    if (!out) return NULL;
    if (count > last)
        for (int k = 0; k < signature->inputs; k++)
            if (overlaps(&input[k], batch ? rows : 1, PyArray_DATA(out), PyArray_NBYTES(out))) {
                PyErr_SetString(PyExc_ValueError, "out must not share memory with an argument");
                return Py_DECREF(out), NULL;
            }
    if (count > last + 1 && !(status = writable(arguments[last + 1], NPY_UINT8, batch, &rows, "status")))
        return Py_DECREF(out), NULL;

    int done;
    if (!batch)
        done = one_configuration(set, robot, function, input, which, PyArray_DATA(out));
    else {
        Py_BEGIN_ALLOW_THREADS
        done = many_configurations(set, robot, function, input, which, PyArray_DATA(out), rows, size,
                                   status ? PyArray_DATA(status) : NULL);
        Py_END_ALLOW_THREADS
        if (done < 0) PyErr_NoMemory();
    }
    Py_XDECREF(status);
    if (done > 0) return (PyObject *)out;
    Py_DECREF(out);
    if (done < 0) return NULL;
    Py_RETURN_NONE;
}

#define METHOD(name, function)                                                                 \
    static PyObject *name(PyObject *self, PyObject *const *arguments, Py_ssize_t count)        \
    {                                                                                          \
        return call((Model *)self, function, arguments, count);                                \
    }
METHOD(inverse_dynamics, INVERSE_DYNAMICS)
METHOD(mass_matrix, MASS_MATRIX)
METHOD(forward_dynamics, FORWARD_DYNAMICS)
METHOD(coriolis_matrix, CORIOLIS_MATRIX)
METHOD(velocity_product, VELOCITY_PRODUCT)
METHOD(gravity_torque, GRAVITY_TORQUE)
METHOD(body_poses, BODY_POSES)
METHOD(transform, TRANSFORM)
METHOD(geometric_jacobian, GEOMETRIC_JACOBIAN)
METHOD(center_of_mass, CENTER_OF_MASS)
METHOD(center_of_mass_jacobian, CENTER_OF_MASS_JACOBIAN)
METHOD(inverse_dynamics_regressor, REGRESSOR)

/* ---- the object ---- */

/* Checks what fold.py made, so that no number of it leads out of bounds. */
static int check_tree(const Robot *robot)
{
    int q = 0, v = 0, turns = 0;
    for (int i = 1; i <= robot->nl; i++) {
        const Link *L = &robot->link[i];
        if (L->parent < 0 || L->parent >= i || L->kind < REVOLUTE || L->kind > FLOATING || L->q != q || L->v != v) return 0;
        if (L->kind == REVOLUTE ? L->turn != turns++ : L->turn != 0) return 0;
        q += L->kind == FLOATING ? 7 : 1;
        v += L->kind == FLOATING ? 6 : 1;
    }
    for (int b = 0; b <= robot->nb; b++)
        if (robot->body[b].link < 0 || robot->body[b].link > robot->nl) return 0;
    return q == robot->nq && v == robot->nv;
}

static double size3(const double *x) { return sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]); }

/* What the kernels look up, in one piece of memory. */
static int make_tables(Model *self, const void *links, const void *bodies)
{
    Robot *r = &self->robot;
    size_t link_size = (r->nl + 1) * sizeof(Link), body_size = (r->nb + 1) * sizeof(Body);
    size_t zeros = (size_t)WIDEST * (r->nv + 1) * sizeof(double), turns = r->nl + WIDEST;
    char *at = PyMem_Calloc(1, 64 + zeros + link_size + body_size + (r->nv + r->nl + 1 + turns) * sizeof(int));
    if (!(self->tables = at)) return PyErr_NoMemory(), 0;
    at = (char *)(((uintptr_t)at + 63) & ~(uintptr_t)63);
    r->zeros = (double *)at;
    r->link = memcpy(at += zeros, links, link_size);
    r->body = memcpy(at += link_size, bodies, body_size);
    int *lambda = (int *)(at + body_size), *tip = lambda + r->nv, *turn = tip + r->nl + 1;
    r->lambda = lambda, r->tip = tip, r->turn = turn;
    if (!check_tree(r)) return PyErr_SetString(PyExc_ValueError, "not a tree"), 0;
    tip[0] = -1;
    for (int i = 1; i <= r->nl; i++) {
        const Link *L = &r->link[i];
        tip[i] = tip[L->parent];
        for (int k = 0; k < (L->kind == FLOATING ? 6 : 1); k++) lambda[L->v + k] = tip[i], tip[i] = L->v + k;
        if (L->kind == REVOLUTE) turn[r->turns++] = L->q;
        const double *J = L->J;
        r->sum_m += fabs(L->m);
        r->sum_h += size3(L->h);
        r->sum_I += sqrt(size3(J) * size3(J) + 2 * size3(J + 3) * size3(J + 3));
        if (L->parent) r->reach += size3(L->p);
    }
    return 1;
}

static void model_free(PyObject *self)
{
    PyMem_Free(((Model *)self)->tables);
    Py_XDECREF(((Model *)self)->arguments);
    Py_TYPE(self)->tp_free(self);
}

static PyObject *model_new(PyTypeObject *type, PyObject *arguments, PyObject *keywords)
{
    const char *links, *bodies, *constants;
    Py_ssize_t link_size, body_size, constant_size;
    int nq, nv, single = 0;
    if (!PyArg_ParseTuple(arguments, "iiy#y#y#|p", &nq, &nv, &links, &link_size, &bodies, &body_size, &constants,
                          &constant_size, &single))
        return NULL;
    if (nq < 0 || nv < 0 || link_size < (Py_ssize_t)sizeof(Link) || link_size % sizeof(Link) ||
        body_size < (Py_ssize_t)sizeof(Body) || body_size % sizeof(Body) || constant_size != 7 * sizeof(double))
        return PyErr_SetString(PyExc_ValueError, "records of another size"), NULL;
    Model *self = (Model *)type->tp_alloc(type, 0);
    if (!self) return NULL;
    Robot *robot = &self->robot;
    double c[7];
    memcpy(c, constants, sizeof c);
    *robot = (Robot){.nl = (int)(link_size / sizeof(Link)) - 1, .nb = (int)(body_size / sizeof(Body)) - 1, .nq = nq,
                     .nv = nv, .gravity = {c[0], c[1], c[2]}, .mass = c[3], .moment = {c[4], c[5], c[6]}};
    self->single = single;
    self->arguments = Py_NewRef(arguments);
    if (!make_tables(self, links, bodies)) return Py_DECREF(self), NULL;
    return (PyObject *)self;
}

static PyObject *model_reduce(PyObject *self, PyObject *unused)
{
    return Py_BuildValue("OO", Py_TYPE(self), ((Model *)self)->arguments);
}

#define ENTRY(name, arguments) {#name, (PyCFunction)(void (*)(void))name, METH_FASTCALL, #name "(" arguments ")"}
static PyMethodDef model_methods[] = {
    ENTRY(inverse_dynamics, "q, qd=None, qdd=None, f_ext=None, out=None"),
    ENTRY(mass_matrix, "q, out=None"),
    ENTRY(forward_dynamics, "q, qd=None, tau=None, f_ext=None, out=None, status=None"),
    ENTRY(coriolis_matrix, "q, qd=None, out=None"),
    ENTRY(velocity_product, "q, qd=None, out=None"),
    ENTRY(gravity_torque, "q, out=None"),
    ENTRY(body_poses, "q, out=None"),
    ENTRY(transform, "q, source, target, out=None"),
    ENTRY(geometric_jacobian, "q, body, out=None"),
    ENTRY(center_of_mass, "q, out=None"),
    ENTRY(center_of_mass_jacobian, "q, out=None"),
    ENTRY(inverse_dynamics_regressor, "q, qd=None, qdd=None, out=None"),
    {"__reduce__", model_reduce, METH_NOARGS, NULL},
    {0},
};

static PyTypeObject ModelType = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "rst_compat.engine._native.Model",
    .tp_doc = "A robot of the compiled engine; see rst_compat.engine.fold.",
    .tp_basicsize = sizeof(Model),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = model_new,
    .tp_dealloc = model_free,
    .tp_methods = model_methods,
};

/* ---- the module ---- */

/* The instruction sets of this processor, the best one last. */
static int available(const InstructionSet *sets[3])
{
    int count = 0;
    sets[count++] = &baseline;
#if defined(__x86_64__) && defined(__GNUC__)
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) {
        sets[count++] = &avx2;
        if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl"))
            sets[count++] = &avx512;
    }
#endif
    return count;
}

static PyObject *instruction_sets(PyObject *module, PyObject *unused)
{
    const InstructionSet *sets[3];
    int count = available(sets);
    PyObject *names = PyTuple_New(count);
    for (int k = 0; names && k < count; k++) {
        PyObject *name = PyUnicode_FromString(sets[k]->name);
        if (!name) return Py_DECREF(names), NULL;
        PyTuple_SET_ITEM(names, k, name);
    }
    return names;
}

/* use(name): the instruction set to work with from now on; None for the core. */
static PyObject *use(PyObject *module, PyObject *wanted)
{
    if (wanted == Py_None) {
        instructions = NULL;
        Py_RETURN_NONE;
    }
    const char *name = PyUnicode_AsUTF8(wanted);
    if (!name) return NULL;
    const InstructionSet *sets[3];
    for (int k = available(sets) - 1; k >= 0; k--)
        if (!strcmp(sets[k]->name, name)) {
            instructions = sets[k];
            Py_RETURN_NONE;
        }
    return PyErr_Format(PyExc_ValueError, "this processor has no instruction set '%s'", name);
}

static PyObject *used(PyObject *module, PyObject *unused)
{
    if (!instructions) Py_RETURN_NONE;
    return PyUnicode_FromString(instructions->name);
}

static PyMethodDef functions[] = {
    {"instruction_sets", instruction_sets, METH_NOARGS, "Names of the instruction sets here, the best one last."},
    {"use", use, METH_O, "use(name): work with this instruction set; None for not at all."},
    {"used", used, METH_NOARGS, "Name of the instruction set in use, or None."},
    {0},
};

static struct PyModuleDef module = {PyModuleDef_HEAD_INIT, "_native", NULL, -1, functions, 0, 0, 0, 0};

PyMODINIT_FUNC PyInit__native(void)
{
    import_array();
    if (PyType_Ready(&ModelType) < 0) return NULL;
    PyObject *self = PyModule_Create(&module);
    if (!self || PyModule_AddObjectRef(self, "Model", (PyObject *)&ModelType) < 0) return Py_XDECREF(self), NULL;
    return self;
}
