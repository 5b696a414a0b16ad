package io.groundskeeper.tags.slack;

/** An alert could be neither told nor put into the outbox: its event must come again. */
public final class AlertNotKeptException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public AlertNotKeptException() {
        super(
                "Slack did not take the alert and the outbox did not keep it (\"slack-message-not-kept\" in the log says why)");
    }
}
