package io.groundskeeper.interruption.replay;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Queues whose messages can be moved, by their URLs. Every method throws if the queue refuses the call as a whole. */
public interface DeadLetters {

    /**
     * A message that was received and is hidden for half a minute.
     *
     * @param id its own, the same each time it is received
     * @param receipt of this receive
     * @param body as it was sent
     * @param sent when it was put into the queue that it was first in; empty where that is not known
     * @param why the attributes by which EventBridge says why it could not deliver it; often none
     */
    record Letter(String id, String receipt, String body, Optional<Instant> sent, Map<String, String> why) {
        public Letter {
            why = Map.copyOf(why);
        }
    }

    /** How many messages are in a queue, hidden ones too; SQS counts with some seconds' delay. */
    int count(String queueUrl);

    /** At most ten messages; none if there is none that is not hidden. */
    List<Letter> receive(String queueUrl);

    /**
     * Sends messages with the bodies that they have; never throws for one of them.
     *
     * @return by the id of the letter, why it was not sent
     */
    Map<String, String> send(String queueUrl, List<Letter> letters);

    /**
     * Deletes received messages.
     *
     * @return by the id of the letter, why it was not deleted
     */
    Map<String, String> delete(String queueUrl, List<Letter> letters);

    /** Lets others receive messages again at once. */
    void release(String queueUrl, List<Letter> letters);
}
