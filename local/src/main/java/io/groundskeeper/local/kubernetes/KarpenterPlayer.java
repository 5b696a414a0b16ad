package io.groundskeeper.local.kubernetes;

import java.lang.System.Logger.Level;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/** Plays Karpenter in a state that can be changed at any time. Thread-safe. */
final class KarpenterPlayer implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(KarpenterPlayer.class.getName());
    private static final long TICK_MILLIS = 500;
    private static final int TICKS_FOR_LEASE = 4;

    private final KarpenterInstallation installation;
    private final KarpenterActions actions;
    private final ScheduledExecutorService executor = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("karpenter").factory());
    private final ScheduledFuture<?> ticking;
    private KarpenterState state = KarpenterState.ABSENT;
    private int ticks;

    KarpenterPlayer(KarpenterInstallation installation, KarpenterActions actions) {
        this.installation = installation;
        this.actions = actions;
        ticking = executor.scheduleAtFixedRate(
                () -> logged("playing Karpenter", this::tick), TICK_MILLIS, TICK_MILLIS, TimeUnit.MILLISECONDS);
    }

    synchronized void become(KarpenterState next) {
        state = next;
        if (next != KarpenterState.ABSENT) {
            installation.defineKinds();
        }
        switch (next) {
            case ABSENT -> installation.uninstall();
            case ALIVE, IDLE -> installation.up();
            case DOWN -> installation.down();
        }
    }

    synchronized KarpenterState state() {
        return state;
    }

    /** Acts on a spot warning a moment later, as it would come from the queue, if Karpenter is alive by then. */
    void interrupt(String instanceId) {
        executor.execute(() -> logged("interrupting " + instanceId, () -> act(instanceId)));
    }

    @Override
    public void close() {
        ticking.cancel(false);
        executor.shutdownNow();
    }

    private synchronized void act(String instanceId) {
        if (state == KarpenterState.ALIVE) {
            actions.interrupt(instanceId);
            actions.terminate();
        }
    }

    private synchronized void tick() {
        ticks++;
        boolean runs = state == KarpenterState.ALIVE || state == KarpenterState.IDLE;
        if (runs && ticks % TICKS_FOR_LEASE == 0) {
            installation.renewLease();
        }
        if (state == KarpenterState.ALIVE) {
            actions.terminate();
        }
    }

    /** Keeps one failure from ending all that is scheduled after it. */
    private static void logged(String what, Runnable work) {
        try {
            work.run();
        } catch (RuntimeException e) {
            LOG.log(Level.ERROR, () -> "Failed at " + what, e);
        }
    }
}
