package io.groundskeeper.tags.slack;

import io.groundskeeper.tags.creation.Reading;
import io.groundskeeper.tags.decision.Decision;
import io.groundskeeper.tags.decision.Judgement;
import java.util.Objects;

/** Something that Slack is to hear. */
public sealed interface Finding {

    /** The delivery that it came of, by id: what must come again when it could not be told. */
    String delivery();

    /** The same whenever the same event is looked at again; empty when the event has no id. */
    String mark();

    /** A resource that lacks its tags or that nobody can look at. */
    record Resource(String delivery, String mark, Decision decision, Judgement judgement) implements Finding {

        /** Of what tells findings apart: a decision of a thousand resources is not gone through for each of them. */
        @Override
        public int hashCode() {
            return Objects.hash(delivery, judgement.resource().arn());
        }
    }

    /** An event that does not list what it created. */
    record Unlisted(String delivery, String mark, Reading.TooLarge large) implements Finding {}
}
