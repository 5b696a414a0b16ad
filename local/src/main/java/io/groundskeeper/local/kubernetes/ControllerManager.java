package io.groundskeeper.local.kubernetes;

import java.lang.System.Logger.Level;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** Plays what gives pods their life: their controllers, the scheduler, the kubelets, and the disruption budgets. */
final class ControllerManager implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(ControllerManager.class.getName());
    private static final long TICK_MILLIS = 200;
    private static final int TICKS_FOR_RESYNC = 25;

    private final List<Controller> controllers;
    private final Kubelets kubelets;
    private final ScheduledExecutorService executor = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("pods").factory());
    private final ScheduledFuture<?> ticking;
    private int ticks;

    ControllerManager(Storage storage, Registry registry, Deletions deletions, Clock clock) {
        kubelets = new Kubelets(storage, deletions, clock);
        String nodes = BuiltinTypes.NODE.storedAs();
        controllers = List.of(
                controller(
                        storage,
                        new ReplicaSetController(storage, registry, deletions)::reconcile,
                        "replicasets.apps",
                        Pod.STORED_AS),
                controller(
                        storage,
                        new DaemonSetController(storage, registry)::reconcile,
                        "daemonsets.apps",
                        Pod.STORED_AS,
                        nodes),
                controller(storage, new PodScheduler(storage, clock)::reconcile, Pod.STORED_AS, nodes),
                Controller.ofTime(kubelets::reconcile),
                Controller.ofTime(new OrphanedPods(storage, deletions, clock)::reconcile),
                controller(
                        storage,
                        new DisruptionController(storage, clock)::reconcile,
                        Budgets.TYPE.storedAs(),
                        Pod.STORED_AS,
                        "replicasets.apps",
                        "statefulsets.apps"));
        ticking = executor.scheduleWithFixedDelay(this::reconcile, TICK_MILLIS, TICK_MILLIS, TimeUnit.MILLISECONDS);
    }

    private static Controller controller(Storage storage, Runnable work, String... kinds) {
        Set<String> watched = Set.of(kinds);
        return new Controller(work, () -> storage.revisionOf(watched));
    }

    /** Lets every controller do what it has to do now. */
    synchronized void reconcile() {
        ticks++;
        controllers.forEach(controller -> logged(() -> controller.reconcile(ticks % TICKS_FOR_RESYNC == 0)));
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
    private void logged(Runnable work) {
        try {
            work.run();
        } catch (RuntimeException e) {
            // What it works with ends too.
            Level level = executor.isShutdown() ? Level.DEBUG : Level.ERROR;
            LOG.log(level, "A controller of pods failed", e);
        }
    }

    /** Something that works when what it watches has changed, and every now and then, as budgets depend on time also. */
    private static final class Controller {
        private final Runnable work;
        private final LongSupplier revision;
        private long seen = -1;

        Controller(Runnable work, LongSupplier revision) {
            this.work = work;
            this.revision = revision;
        }

        /** One that works at each turn, since it waits for time to pass. */
        static Controller ofTime(Runnable work) {
            return new Controller(work, () -> -1);
        }

        void reconcile(boolean anyway) {
            long now = revision.getAsLong();
            if (anyway || now < 0 || now != seen) {
                work.run();
                // What it has changed itself is looked at once more.
                seen = now;
            }
        }
    }
}
