package io.groundskeeper.local.kubernetes;

import java.lang.System.Logger.Level;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/**
 * Plays Karpenter: as its Deployment is, or in a state that someone has set, which then also decides how the Deployment
 * looks. Thread-safe.
 */
final class KarpenterPlayer implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(KarpenterPlayer.class.getName());
    private static final long TICK_MILLIS = 500;
    private static final int TICKS_FOR_LEASE = 4;
    private static final int TICKS_FOR_READINESS = 2;

    private final KarpenterInstallation installation;
    private final KarpenterDeployment deployment;
    private final KarpenterActions actions;
    private final KarpenterReadiness readiness;
    private final KarpenterTermination termination;
    private final DeploymentController deployments;
    private final ScheduledExecutorService executor = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("controllers").factory());
    private final ScheduledFuture<?> ticking;
    private Optional<KarpenterState> set = Optional.empty();
    private KarpenterState before = KarpenterState.ABSENT;
    private int ticks;

    KarpenterPlayer(
            KarpenterInstallation installation,
            KarpenterDeployment deployment,
            KarpenterActions actions,
            KarpenterReadiness readiness,
            KarpenterTermination termination,
            DeploymentController deployments,
            GarbageCollector garbage) {
        this.installation = installation;
        this.deployment = deployment;
        this.actions = actions;
        this.readiness = readiness;
        this.termination = termination;
        this.deployments = deployments;
        ticking = executor.scheduleAtFixedRate(
                () -> {
                    logged("playing the controller of Deployments", this::roll);
                    logged("collecting garbage", garbage::collect);
                    logged("playing Karpenter", this::tick);
                },
                TICK_MILLIS,
                TICK_MILLIS,
                TimeUnit.MILLISECONDS);
    }

    /** Is in this state until another is set; ABSENT leaves it to the Deployment that comes next. */
    synchronized void become(KarpenterState next) {
        set = Optional.of(next).filter(state -> state != KarpenterState.ABSENT);
        if (next != KarpenterState.ABSENT) {
            installation.defineKinds();
        }
        switch (next) {
            case ABSENT -> installation.uninstall();
            case ALIVE, IDLE -> installation.up();
            case DOWN -> installation.down();
            case STOPPED -> installation.stop();
        }
    }

    synchronized KarpenterState state() {
        return set.orElseGet(deployment::state);
    }

    /** Has its Deployment name a queue. */
    synchronized void readQueue(String name) {
        installation.readQueue(name);
    }

    /** Acts on a message a moment later, as it would come from the queue, if Karpenter is alive by then. */
    void interrupt(String instanceId, Interruption interruption) {
        executor.execute(() -> logged("interrupting " + instanceId, () -> act(instanceId, interruption)));
    }

    @Override
    public void close() {
        ticking.cancel(false);
        executor.shutdownNow();
    }

    private synchronized void act(String instanceId, Interruption interruption) {
        if (state() == KarpenterState.ALIVE) {
            actions.interrupt(instanceId, interruption);
            actions.terminate();
        }
    }

    private synchronized void roll() {
        deployments.reconcile(decided());
    }

    /** The Deployment whose looks the state decides that someone has set; empty when it decides for itself. */
    private String decided() {
        return set.flatMap(any -> deployment.find())
                .map(found -> Metadata.of(found).uid())
                .orElse("");
    }

    private void tick() {
        // Asking the cloud takes its time: nobody has to wait for that.
        if (lead().runs()) {
            termination.reconcile();
            if (ticks % TICKS_FOR_READINESS == 0) {
                readiness.reconcile();
            }
        }
    }

    private synchronized KarpenterState lead() {
        ticks++;
        KarpenterState state = state();
        if (state.runs() && (ticks % TICKS_FOR_LEASE == 0 || before != state)) {
            installation.renewLease();
        }
        if (before.runs() && state == KarpenterState.DOWN && set.isEmpty()) {
            // Its Deployment has let it end in order; only who sets the state can have it crash.
            installation.giveUpLease();
        }
        if (state.runs()) {
            actions.terminate();
        }
        before = state;
        return state;
    }

    /** Keeps one failure from ending all that is scheduled after it. */
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
