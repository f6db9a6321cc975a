/* Numbers T, three-vectors, rotations and inertias (RBDA chapter 2).
 *
 * Included once with T a double and once with T a vector of LANES doubles, one configuration in each.  The names of
 * this and the other kernel files stand for names of their own in each inclusion.
 */

#define LANED(name) LANED_(name, LANES)
#define LANED_(name, lanes) LANED__(name, lanes)
#define LANED__(name, lanes) name##_##lanes
#if defined(__GNUC__)
#define INLINE static inline __attribute__((always_inline))
#else
#define INLINE static __forceinline
#endif

#define T LANED(T)
#define Vec LANED(Vec)
#define Rot LANED(Rot)
#define Sym LANED(Sym)
#define Pose LANED(Pose)
#define splat LANED(splat)
#define constant LANED(constant)
#define absolute LANED(absolute)
#define larger LANED(larger)
#define root LANED(root)
#define add LANED(add)
#define sub LANED(sub)
#define scale LANED(scale)
#define dot LANED(dot)
#define cross LANED(cross)
#define rotate LANED(rotate)
#define rotate_back LANED(rotate_back)
#define after LANED(after)
#define times LANED(times)
#define sum LANED(sum)
#define rotate_symmetric LANED(rotate_symmetric)
#define products LANED(products)

#if LANES == 1
typedef double T;
#else
typedef double T __attribute__((vector_size(8 * LANES), aligned(8 * LANES)));
#endif

typedef struct { T x, y, z; } Vec;
typedef struct { Vec x, y, z; } Rot;               /* columns: the axes of the child in coordinates of the parent */
typedef struct { T xx, yy, zz, yz, xz, xy; } Sym;  /* a symmetric matrix */
typedef struct { Rot R; Vec p; } Pose;

INLINE T splat(double d) { return d - (T){0}; }
INLINE Vec constant(const double d[3]) { return (Vec){splat(d[0]), splat(d[1]), splat(d[2])}; }

#if LANES == 1
INLINE T absolute(T a) { return fabs(a); }
INLINE T larger(T a, T b) { return a > b ? a : b; }
INLINE T root(T a) { return sqrt(a); }
#else
INLINE T absolute(T a) { for (int l = 0; l < LANES; l++) a[l] = fabs(a[l]); return a; }
INLINE T larger(T a, T b) { for (int l = 0; l < LANES; l++) a[l] = a[l] > b[l] ? a[l] : b[l]; return a; }
INLINE T root(T a) { for (int l = 0; l < LANES; l++) a[l] = sqrt(a[l]); return a; }
#endif

INLINE Vec add(Vec a, Vec b) { return (Vec){a.x + b.x, a.y + b.y, a.z + b.z}; }
INLINE Vec sub(Vec a, Vec b) { return (Vec){a.x - b.x, a.y - b.y, a.z - b.z}; }
INLINE Vec scale(T s, Vec a) { return (Vec){s * a.x, s * a.y, s * a.z}; }
INLINE T dot(Vec a, Vec b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
INLINE Vec cross(Vec a, Vec b)
{
    return (Vec){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

/* R a, and R' a. */
INLINE Vec rotate(Rot R, Vec a)
{
    return (Vec){R.x.x * a.x + R.y.x * a.y + R.z.x * a.z, R.x.y * a.x + R.y.y * a.y + R.z.y * a.z,
                 R.x.z * a.x + R.y.z * a.y + R.z.z * a.z};
}
INLINE Vec rotate_back(Rot R, Vec a) { return (Vec){dot(R.x, a), dot(R.y, a), dot(R.z, a)}; }
INLINE Rot after(Rot A, Rot B) { return (Rot){rotate(A, B.x), rotate(A, B.y), rotate(A, B.z)}; }

INLINE Vec times(Sym S, Vec a)
{
    return (Vec){S.xx * a.x + S.xy * a.y + S.xz * a.z, S.xy * a.x + S.yy * a.y + S.yz * a.z,
                 S.xz * a.x + S.yz * a.y + S.zz * a.z};
}
INLINE Sym sum(Sym A, Sym B)
{
    return (Sym){A.xx + B.xx, A.yy + B.yy, A.zz + B.zz, A.yz + B.yz, A.xz + B.xz, A.xy + B.xy};
}

/* R S R'. */
INLINE Sym rotate_symmetric(Rot R, Sym S)
{
    Vec x = rotate(R, (Vec){S.xx, S.xy, S.xz}), y = rotate(R, (Vec){S.xy, S.yy, S.yz}),
        z = rotate(R, (Vec){S.xz, S.yz, S.zz}); /* columns of R S */
    return (Sym){x.x * R.x.x + y.x * R.y.x + z.x * R.z.x, x.y * R.x.y + y.y * R.y.y + z.y * R.z.y,
                 x.z * R.x.z + y.z * R.y.z + z.z * R.z.z, x.y * R.x.z + y.y * R.y.z + z.y * R.z.z,
                 x.x * R.x.z + y.x * R.y.z + z.x * R.z.z, x.x * R.x.y + y.x * R.y.y + z.x * R.z.y};
}

/* a b' + b a'. */
INLINE Sym products(Vec a, Vec b)
{
    T yz = a.y * b.z + a.z * b.y, xz = a.x * b.z + a.z * b.x, xy = a.x * b.y + a.y * b.x;
    return (Sym){2 * a.x * b.x, 2 * a.y * b.y, 2 * a.z * b.z, yz, xz, xy};
}
