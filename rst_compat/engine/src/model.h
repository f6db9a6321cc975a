/* A robot as a Python object. */
#ifndef RST_MODEL_H
#define RST_MODEL_H

#include "signature.h"

typedef struct {
    PyObject_HEAD
    Robot robot;
    Py_ssize_t most;     /* configurations that an array may have; -1 for arrays of one configuration only */
    PyObject *arguments; /* what it was made of */
    void *tables;
} Model;

/* Checks what fold.py made, so that no number of it leads out of bounds. */
static int check_tree(const Robot *robot)
{
    int q = 0, v = 0, turns = 0;
    for (int i = 1; i <= robot->nl; i++) {
        const Link *L = &robot->link[i];
        if (L->parent < 0 || L->parent >= i || L->kind < REVOLUTE || L->kind > FLOATING) return 0;
        if (L->q != q || L->v != v) return 0;
        if (L->kind == REVOLUTE ? L->turn != turns++ : L->turn != 0) return 0;
        q += L->kind == FLOATING ? 7 : 1;
        v += L->kind == FLOATING ? 6 : 1;
    }
    for (int b = 0; b <= robot->nb; b++)
        if (robot->body[b].link < 0 || robot->body[b].link > robot->nl || robot->body[b].parent < 0 ||
            robot->body[b].parent > b - (b > 0))
            return 0;
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
    int nq, nv;
    Py_ssize_t most = PY_SSIZE_T_MAX;
    if (!PyArg_ParseTuple(arguments, "iiy#y#y#|n", &nq, &nv, &links, &link_size, &bodies, &body_size, &constants,
                          &constant_size, &most))
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
    self->most = most;
    self->arguments = Py_NewRef(arguments);
    if (!make_tables(self, links, bodies)) return Py_DECREF(self), NULL;
    return (PyObject *)self;
}

static PyObject *model_reduce(PyObject *self, PyObject *unused)
{
    return Py_BuildValue("OO", Py_TYPE(self), ((Model *)self)->arguments);
}

#endif
