#include <math.h>
#include <string.h>

#include "robot.h"

#if defined(__x86_64__) && defined(__GNUC__)
#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2,fma"))), apply_to = function)
#else
#pragma GCC target("avx2,fma")
#endif
#define INSTRUCTION_SET avx2
#define NAME "avx2"
#define BLOCK_LANES 4
#include "instruction_set.h"
#if defined(__clang__)
#pragma clang attribute pop
#endif
#endif
