/* Joint frames of a chain, and how far its body is from where it should be; see ik/chain.py and ik/pose_error.py. */

typedef struct {
    const Chain *chain;
    Rot target;
    Vec target_p;
    double roots[6];           /* of the weights */
    int plain, uneven;         /* all weights are one; those of orientation are not equal */
    Pose frame[MOST_JOINTS], body; /* at the configuration that was evaluated last */
    Vec turn;                  /* rotation vector there */
} PoseError;

typedef double Jacobian[MOST_JOINTS][PADDED]; /* a row [omega; v] for each joint, and zeros */

static void pose_error(PoseError *self, const Chain *chain, const Goal *goal)
{
    const double *w = goal->weights;
    self->chain = chain;
    self->target = (Rot){constant(goal->target_R), constant(goal->target_R + 3), constant(goal->target_R + 6)};
    self->target_p = constant(goal->target_p);
    self->plain = 1;
    for (int k = 0; k < 6; k++) self->roots[k] = sqrt(w[k]), self->plain &= w[k] == 1;
    self->uneven = !(w[0] == w[1] && w[1] == w[2]);
}

INLINE void sines_and_cosines(int n, const double *q, double *s, double *c)
{
#if defined(__GNUC__)
    for (int k = 0; k < n; k += BLOCK_LANES) { /* q is padded to whole vectors */
        LANED_(SinCosVector, BLOCK_LANES) x, sx, cx;
        memcpy(&x, q + k, sizeof x);
        LANED_(sine_cosine, BLOCK_LANES)(x, &sx, &cx);
        memcpy(s + k, &sx, sizeof sx);
        memcpy(c + k, &cx, sizeof cx);
    }
#else
    for (int k = 0; k < n; k++) s[k] = sin(q[k]), c[k] = cos(q[k]);
#endif
}

/* Joint frames in base axes, and the pose of the body. */
static void chain_frames(PoseError *self, const double *q)
{
    const Chain *chain = self->chain;
    double s[MOST_JOINTS], c[MOST_JOINTS];
    sines_and_cosines(chain->n, q, s, c);
    Pose at = identity();
    for (int k = 0; k < chain->n; k++) {
        const ChainJoint *joint = &chain->joint[k];
        Pose rest = {{constant(joint->R), constant(joint->R + 3), constant(joint->R + 6)}, constant(joint->p)};
        at = k ? compose(at, rest) : rest;
        if (joint->slides) at.p = add(at.p, scale(q[k], at.R.z));
        else
            at.R = (Rot){add(scale(c[k], at.R.x), scale(s[k], at.R.y)), sub(scale(c[k], at.R.y), scale(s[k], at.R.x)),
                         at.R.z};
        self->frame[k] = at;
    }
    Pose end = {{constant(chain->R), constant(chain->R + 3), constant(chain->R + 6)}, constant(chain->p)};
    self->body = compose(at, end);
}

/* Rotation vector of the rotation that takes R to the target, its length in [0, pi].
 *
 * The odd part of the matrix is the axis times the sine of the angle, which is too short to tell the axis near half a
 * turn; there the even part does, cos I + (1 - cos) axis axis'. */
static Vec rotation_vector(Rot target, Rot R)
{
    Rot turned_back = {{R.x.x, R.y.x, R.z.x}, {R.x.y, R.y.y, R.z.y}, {R.x.z, R.y.z, R.z.z}};
    Rot Q = after(target, turned_back);
    Vec odd = {(Q.y.z - Q.z.y) / 2, (Q.z.x - Q.x.z) / 2, (Q.x.y - Q.y.x) / 2};
    double sine = sqrt(dot(odd, odd)), cosine = (Q.x.x + Q.y.y + Q.z.z - 1) / 2, angle = atan2(sine, cosine);
    if (cosine > -0.99) return scale(sine > 1e-8 ? angle / sine : 1, odd);
    double xy = (Q.x.y + Q.y.x) / 2, xz = (Q.x.z + Q.z.x) / 2, yz = (Q.y.z + Q.z.y) / 2;
    Vec even[3] = {{Q.x.x - cosine, xy, xz}, {xy, Q.y.y - cosine, yz}, {xz, yz, Q.z.z - cosine}}, axis = even[0];
    double most = -1;
    for (int k = 0; k < 3; k++) {
        double size = fmax(fmax(fabs(even[k].x), fabs(even[k].y)), fabs(even[k].z));
        if (size > most) most = size, axis = even[k];
    }
    return scale(angle / copysign(sqrt(dot(axis, axis)), dot(axis, odd)), axis);
}

/* Weighted error e [r; p_target - p] in base axes at joint positions q, r being the rotation vector; returns its
 * squared length. */
static double evaluate(PoseError *self, const double *q, double *e)
{
    chain_frames(self, q);
    Vec r = self->turn = rotation_vector(self->target, self->body.R), p = sub(self->target_p, self->body.p);
    double bare[6] = {r.x, r.y, r.z, p.x, p.y, p.z}, squared = 0;
    for (int k = 0; k < 6; k++) e[k] = bare[k] * self->roots[k], squared += e[k] * e[k];
    return squared;
}

/* Inverse right Jacobian of the rotation vector r, times a (Chirikjian, Stochastic Models, Information Theory, and Lie
 * Groups, vol. 2, section 10.7): log(exp(r) exp(d)) = r + J d for small d. */
static Vec inverse_right_jacobian(Vec r, Vec a)
{
    double angle = sqrt(dot(r, r)), k = angle > 1e-4 ? (1 - angle / 2 / tan(angle / 2)) / (angle * angle) : 1. / 12;
    Vec once = cross(r, a);
    return add(a, add(scale(0.5, once), scale(k, cross(r, once))));
}

/* Rows [omega; v] that joint velocities take off the weighted error in a second, where it was evaluated last. */
static void pose_jacobian(const PoseError *self, Jacobian J)
{
    const Chain *chain = self->chain;
    const double *w = self->roots;
    for (int k = 0; k < chain->n; k++) {
        Vec axis = self->frame[k].R.z, zero = {0, 0, 0};
        int slides = chain->joint[k].slides;
        Vec omega = slides ? zero : axis, v = slides ? axis : cross(axis, sub(self->body.p, self->frame[k].p));
        if (self->uneven) omega = inverse_right_jacobian(self->turn, omega);
        double row[PADDED] = {w[0] * omega.x, w[1] * omega.y, w[2] * omega.z, w[3] * v.x, w[4] * v.y, w[5] * v.z};
        memcpy(J[k], row, sizeof row);
    }
}
