package io.groundskeeper.bootstrap;

import io.groundskeeper.bootstrap.step.Step;
import java.util.List;

/**
 * The steps that remove Karpenter from a cluster that lives on, in the order in which they are done; the AWS side's own
 * go between {@code outside} and {@code lastly}.
 *
 * @param begin the intent, and our way in
 * @param reach whether the inside can be seen
 * @param inside what is in the cluster, nodes first and the controller only after them
 * @param outside what EKS keeps for the cluster
 * @param lastly our own way in, and the cluster's marks
 */
record LivingRemoval(
        List<Step<?, ?>> begin,
        Step<?, ?> reach,
        List<Step<?, ?>> inside,
        List<Step<?, ?>> outside,
        List<Step<?, ?>> lastly) {}
