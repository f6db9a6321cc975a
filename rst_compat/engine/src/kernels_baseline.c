/* Instructions that every processor of the architecture has: SSE2 on x86-64, NEON on 64-bit Arm. */
#include <math.h>
#include <string.h>

#include "robot.h"

#define INSTRUCTION_SET baseline
#define NAME "baseline"
#if defined(__GNUC__)
#define BLOCK_LANES 2
#else
#define BLOCK_LANES 1 /* no vectors in this compiler's C */
#endif
#include "instruction_set.h"
