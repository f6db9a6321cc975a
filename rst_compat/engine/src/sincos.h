/* Sines and cosines of a vector of LANES angles, to about one unit in the last place.
 *
 * x = n pi/2 + y with |y| <= pi/4, pi/2 in two parts of which the first has 33 bits, so that n times it is exact (Cody
 * and Waite, Software Manual for the Elementary Functions, chapter 8); then polynomials in y^2, interpolated at the
 * Chebyshev nodes (errors 1.3e-17 and 8e-19).  Angles above 1e5 and NaN are left to the C library.
 */
#define V LANED(SinCosVector)
#define M LANED(SinCosMask)

typedef double V __attribute__((vector_size(8 * LANES), aligned(8 * LANES)));
typedef int64_t M __attribute__((vector_size(8 * LANES), aligned(8 * LANES)));

INLINE void LANED(sine_cosine)(V x, V *sine, V *cosine)
{
    const double SHIFT = 0x1.8p52; /* adding it leaves a rounded whole number in the low bits */
    V shifted = x * 0x1.45f306dc9c883p-1 + SHIFT, n = shifted - SHIFT;
    V y = (x - n * 0x1.921fb544p+0) - n * 0x1.0b4611a626331p-34, z = y * y;
    V s = y + y * z * (-0.16666666666666666 + z * (0.008333333333330945 + z * (-0.00019841269836751364
        + z * (2.7557316098812687e-06 + z * (-2.505113106573605e-08 + z * 1.5918073162923074e-10)))));
    V c = (1 - 0.5 * z) + z * z * (0.041666666666666664 + z * (-0.0013888888888887393 + z * (2.4801587298761176e-05
        + z * (-2.755731726939027e-07 + z * (2.0876145780903544e-09 - z * 1.1382597309861877e-11)))));
    M quarter = (M)shifted, odd = -(quarter & 1);
    M s_sign = (quarter & 2) << 62, c_sign = ((quarter + 1) & 2) << 62;
    *sine = (V)((((M)c & odd) | ((M)s & ~odd)) ^ s_sign);
    *cosine = (V)((((M)s & odd) | ((M)c & ~odd)) ^ c_sign);
    M small = (x <= 1e5) & (x >= -1e5);
    int64_t all = -1;
    for (int l = 0; l < LANES; l++) all &= small[l];
    if (__builtin_expect(!all, 0))
        for (int l = 0; l < LANES; l++)
            if (!small[l]) (*sine)[l] = sin(x[l]), (*cosine)[l] = cos(x[l]);
}
#undef V
#undef M
