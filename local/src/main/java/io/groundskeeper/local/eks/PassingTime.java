package io.groundskeeper.local.eks;

import java.lang.System.Logger.Level;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/** Lets what is due happen twice a second, such as the start of a node group's machines, though nobody calls. */
final class PassingTime implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(PassingTime.class.getName());
    private static final long MILLIS = 500;

    private final Clusters clusters;
    private final ScheduledExecutorService executor = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("eks-time").factory());
    private final ScheduledFuture<?> passing;

    PassingTime(Clusters clusters) {
        this.clusters = clusters;
        this.passing = executor.scheduleWithFixedDelay(this::pass, MILLIS, MILLIS, TimeUnit.MILLISECONDS);
    }

    private void pass() {
        try {
            clusters.with(clusters::all);
        } catch (RuntimeException e) {
            // A turn that threw would be the last.
            LOG.log(Level.WARNING, "Time did not pass well in EKS", e);
        }
    }

    @Override
    public void close() {
        passing.cancel(false);
        executor.shutdownNow();
    }
}
