/* All kernels for LANES configurations at once, and their table. */
#include "spatial.h"
#if LANES > 1
#include "sincos.h"
#endif
#include "joints.h"
#include "rnea.h"
#include "composite.h"
#include "crba.h"
#include "aba.h"
#include "coriolis.h"
#include "kinematics.h"
#include "regressor.h"
#include "reactions.h"

static Kernel *const LANED(kernels)[FUNCTIONS] = {
    [INVERSE_DYNAMICS] = LANED(inverse_dynamics),
    [MASS_MATRIX] = LANED(mass_matrix),
    [FORWARD_DYNAMICS] = LANED(forward_dynamics),
    [CORIOLIS_MATRIX] = LANED(coriolis_matrix),
    [VELOCITY_PRODUCT] = LANED(velocity_product),
    [GRAVITY_TORQUE] = LANED(gravity_torque),
    [BODY_POSES] = LANED(body_poses),
    [TRANSFORM] = LANED(transform),
    [GEOMETRIC_JACOBIAN] = LANED(geometric_jacobian),
    [CENTER_OF_MASS] = LANED(center_of_mass),
    [CENTER_OF_MASS_JACOBIAN] = LANED(center_of_mass_jacobian),
    [REGRESSOR] = LANED(regressor),
    [JOINT_REACTIONS] = LANED(joint_reactions),
    [JOINT_REACTION] = LANED(joint_reaction),
    [WRENCH_REGRESSOR] = LANED(wrench_regressor),
};
