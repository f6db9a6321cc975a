#include <math.h>
#include <string.h>

#include "robot.h"

#if defined(__x86_64__) && defined(__GNUC__)
#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2,fma,avx512f,avx512dq,avx512vl"))), apply_to = function)
#else
#pragma GCC target("avx2,fma,avx512f,avx512dq,avx512vl")
#endif
#define INSTRUCTION_SET avx512
#define NAME "avx512"
#define BLOCK_LANES 8
#include "instruction_set.h"
#if defined(__clang__)
#pragma clang attribute pop
#endif
#endif
