/* Compiles the kernels for one configuration and for blocks of BLOCK_LANES, and the searches of inverse kinematics, with
 * the instructions of this file's includer, and lists them in the table INSTRUCTION_SET. */
#if defined(__GNUC__)
#define LANES BLOCK_LANES
#include "kernels.h"
#undef LANES
#endif

#define LANES 1
#include "kernels.h"
#include "ik_pose_error.h"
#include "ik_search.h"
#include "ik_levenberg_marquardt.h"
#include "ik_bfgs_projection.h"
#include "ik_restarts.h"

const InstructionSet INSTRUCTION_SET = {
    NAME, BLOCK_LANES, LANED_(kernels, 1), LANED_(kernels, BLOCK_LANES), solve,
};
