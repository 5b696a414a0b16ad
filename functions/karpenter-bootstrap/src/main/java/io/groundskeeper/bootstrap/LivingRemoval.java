package io.groundskeeper.bootstrap;

import io.groundskeeper.bootstrap.step.Step;
import java.util.List;

/**
 * The steps that remove Karpenter from a cluster that lives on, in the order in which they are done; the AWS side's own
 * go between {@code outside} and {@code lastly}.
 *
 * @param begin the intent, and our way in
 * @param reach whether the inside can be seen
 * @param nodes what Karpenter starts nodes from, while it runs
 * @param controller Karpenter itself
 * @param inside what else is in the cluster
 * @param outside what EKS keeps for the cluster
 * @param lastly our own way in, and the cluster's marks
 */
record LivingRemoval(
        List<Step<?, ?>> begin,
        Step<?, ?> reach,
        List<Step<?, ?>> nodes,
        Step<?, ?> controller,
        List<Step<?, ?>> inside,
        List<Step<?, ?>> outside,
        List<Step<?, ?>> lastly) {}
