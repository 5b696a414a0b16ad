package io.groundskeeper.local.kubernetes;

import java.lang.System.Logger.Level;
import java.time.Clock;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/** Plays what gives pods their life: their controllers, the scheduler, the kubelets, and the disruption budgets. */
final class ControllerManager implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(ControllerManager.class.getName());
    private static final long TICK_MILLIS = 200;

    private final Map<String, Runnable> controllers = new LinkedHashMap<>();
    private final Kubelets kubelets;
    private final ScheduledExecutorService executor = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("pods").factory());
    private final ScheduledFuture<?> ticking;

    ControllerManager(Storage storage, Registry registry, Deletions deletions, Clock clock) {
        kubelets = new Kubelets(storage, deletions, clock);
        controllers.put("ReplicaSets", new ReplicaSetController(storage, registry, deletions)::reconcile);
        controllers.put("DaemonSets", new DaemonSetController(storage, registry)::reconcile);
        controllers.put("scheduling", new PodScheduler(storage, clock)::reconcile);
        controllers.put("kubelets", kubelets::reconcile);
        controllers.put("orphaned pods", new OrphanedPods(storage, deletions, clock)::reconcile);
        controllers.put("disruption budgets", new DisruptionController(storage, clock)::reconcile);
        ticking = executor.scheduleWithFixedDelay(this::reconcile, TICK_MILLIS, TICK_MILLIS, TimeUnit.MILLISECONDS);
    }

    /** Lets every controller do what it has to do now. */
    synchronized void reconcile() {
        controllers.forEach(this::logged);
    }

    void podsStopWithin(Duration time) {
        kubelets.podsStopWithin(time);
    }

    @Override
    public void close() {
        ticking.cancel(false);
        executor.shutdownNow();
    }

    /** Keeps one failure from ending all that comes after it. */
    private void logged(String what, Runnable work) {
        try {
            work.run();
        } catch (RuntimeException e) {
            // What it works with ends too.
            Level level = executor.isShutdown() ? Level.DEBUG : Level.ERROR;
            LOG.log(level, () -> "Failed at " + what, e);
        }
    }
}
