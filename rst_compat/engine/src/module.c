/* The extension module rst_compat.engine._native: a robot as a Python object, and its functions as methods; and a chain
 * of its joints, for inverse kinematics.
 *
 * A method returns an array, or None where the core must be asked: for arguments that are not float64 arrays of the
 * right shape, and, in a call for one configuration or of a handle for a few, for numbers that are no moderate ones and
 * for mass matrices that may be singular.  So the errors and warnings of the facade have one place, and it is not here.
 */
#define PY_SSIZE_T_CLEAN
#define NPY_NO_DEPRECATED_API NPY_2_0_API_VERSION
#define NPY_TARGET_VERSION NPY_2_0_API_VERSION
#include <Python.h>
#include <limits.h>
#include <math.h>
#include <numpy/arrayobject.h>
#include <string.h>
#if defined(_WIN32)
#include <windows.h>
#else
#include <time.h>
#endif

#include "chain.h"
#include "evaluate.h"
#include "model.h"

static const InstructionSet *instructions; /* in use; NULL while the core is to do all work */

double seconds(void)
{
#if defined(_WIN32)
    LARGE_INTEGER ticks, per_second;
    QueryPerformanceCounter(&ticks);
    QueryPerformanceFrequency(&per_second);
    return (double)ticks.QuadPart / (double)per_second.QuadPart;
#else
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
#endif
}

/* ---- methods ---- */

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
        if (!read_input(k < count ? arguments[k] : Py_None, robot, signature->input[k], &input[k], &rows))
            Py_RETURN_NONE;
    if (rows > self->most) Py_RETURN_NONE;
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
                                   status ? PyArray_DATA(status) : NULL, self->most < PY_SSIZE_T_MAX);
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
METHOD(joint_reactions, JOINT_REACTIONS)
METHOD(joint_reaction, JOINT_REACTION)
METHOD(wrench_regressor, WRENCH_REGRESSOR)

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
    ENTRY(joint_reactions, "q, qd=None, qdd=None, f_ext=None, out=None"),
    ENTRY(joint_reaction, "q, qd, qdd, f_ext, body, out=None"),
    ENTRY(wrench_regressor, "q, qd, qdd, body, out=None"),
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

static PyObject *chain_solve(PyObject *self, PyObject *const *arguments, Py_ssize_t count)
{
    return inverse_kinematics(instructions, self, arguments, count);
}

static PyMethodDef chain_methods[] = {
    {"solve", (PyCFunction)(void (*)(void))chain_solve, METH_FASTCALL, "solve(q, target, weights, rules, stream)"},
    {"__reduce__", chain_reduce, METH_NOARGS, NULL},
    {0},
};

static PyTypeObject ChainType = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "rst_compat.engine._native.Chain",
    .tp_doc = "A chain of joints of the compiled engine; see rst_compat.engine.chains.",
    .tp_basicsize = sizeof(ChainObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = chain_new,
    .tp_dealloc = chain_free,
    .tp_methods = chain_methods,
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
        if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
            __builtin_cpu_supports("avx512vl"))
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
    if (PyType_Ready(&ModelType) < 0 || PyType_Ready(&ChainType) < 0) return NULL;
    PyObject *self = PyModule_Create(&module);
    if (!self || PyModule_AddObjectRef(self, "Model", (PyObject *)&ModelType) < 0 ||
        PyModule_AddObjectRef(self, "Chain", (PyObject *)&ChainType) < 0)
        return Py_XDECREF(self), NULL;
    return self;
}
