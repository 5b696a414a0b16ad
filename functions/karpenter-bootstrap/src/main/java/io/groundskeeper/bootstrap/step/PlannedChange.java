package io.groundskeeper.bootstrap.step;

/** One change that a plan asks for; each step has its own kinds of them. */
public interface PlannedChange {

    /** How the report shows it. */
    Change described();
}
