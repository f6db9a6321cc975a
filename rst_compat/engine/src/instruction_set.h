/* Compiles the kernels for one configuration and for blocks of BLOCK_LANES, with the instructions of this file's
 * includer, and lists them in the table INSTRUCTION_SET. */
#if defined(__GNUC__)
#define LANES BLOCK_LANES
#include "kernels.h"
#undef LANES
#endif

#define LANES 1
#include "kernels.h"

const InstructionSet INSTRUCTION_SET = {
    NAME, BLOCK_LANES, LANED_(kernels, 1), LANED_(kernels, BLOCK_LANES),
};
