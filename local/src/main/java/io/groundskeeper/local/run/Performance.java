package io.groundskeeper.local.run;

import io.groundskeeper.core.json.Json;
import io.groundskeeper.local.lambda.Answer;
import io.groundskeeper.local.lambda.FunctionDefinition;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/** Plays the scenes, shows what happens, and holds it against what must. */
final class Performance {

    private final Path root;
    private final Functions functions;
    private final EventQueues queues;
    private final Stage stage;
    private final SlackInbox slack;
    private final Transcript transcript = new Transcript(System.out);

    Performance(Path root, Functions functions, EventQueues queues, Stage stage, SlackInbox slack) {
        this.root = root;
        this.functions = functions;
        this.queues = queues;
        this.stage = stage;
        this.slack = slack;
    }

    /** Whether every outcome was the expected one, and every file of events/ was used. */
    boolean play(List<Scene> scenes) {
        var faults = new ArrayList<String>(unused(scenes));
        for (var scene : scenes) {
            transcript.scene(scene);
            var wrong = play(scene);
            transcript.verdict(wrong);
            wrong.forEach(fault -> faults.add(scene.title() + ": " + fault));
        }
        transcript.summary(scenes.size(), faults);
        return faults.isEmpty();
    }

    private List<String> play(Scene scene) {
        perform(scene.actions());

        var faults = new ArrayList<String>(scene.queued() ? queued(scene) : direct(scene));
        faults.addAll(slackFaults(scene));
        return faults;
    }

    private void perform(List<String> actions) {
        actions.forEach(action -> {
            transcript.action(action);
            stage.perform(action);
        });
    }

    private String event(Scene scene) {
        try {
            var text = Files.readString(root.resolve("events").resolve(scene.event()));
            for (var id : scene.ids().entrySet()) {
                text = text.replace(id.getKey(), stage.id(id.getValue()));
            }
            return text;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private List<String> direct(Scene scene) {
        var answer = functions.invoke(scene.function(), event(scene));
        transcript.answer(answer.json());
        return switch (answer) {
            case Answer.Thrown(var json)
            when !scene.thrown().isEmpty() ->
                json.contains(scene.thrown())
                        ? List.of()
                        : List.of("the error does not say \"" + scene.thrown() + "\"");
            case Answer.Thrown(var json) -> List.of("it threw");
            case Answer.Returned(var json) when !scene.thrown().isEmpty() -> List.of("it should have thrown");
            case Answer.Returned(var json) -> reportFaults(scene, Json.read(json));
        };
    }

    /** By EventBridge and SQS; one event may be several messages, as when two rules match it. */
    private List<String> queued(Scene scene) {
        if (!scene.event().isEmpty()) {
            queues.put(Json.read(event(scene)), FunctionDefinition.logicalId(scene.function()));
        }
        perform(scene.meanwhile());
        var functionId = FunctionDefinition.logicalId(scene.function());
        var batch = queues.receive(functionId);
        if (batch.isEmpty()) {
            return List.of("no message reached the function's queue");
        }
        var answer = functions.invoke(scene.function(), queues.batch(batch, stage.region()));
        if (answer instanceof Answer.Thrown) {
            transcript.answer(answer.json());
            return List.of("it threw");
        }
        var failures = Json.read(answer.json())
                .path("batchItemFailures")
                .valueStream()
                .map(failure -> failure.path("itemIdentifier").asString())
                .toList();
        queues.settle(batch, failures);
        transcript.batch(batch.size(), failures.size());
        return batchFaults(scene, failures);
    }

    private List<String> batchFaults(Scene scene, List<String> failures) {
        var faults = new ArrayList<String>();
        if (failures.size() != scene.retried()) {
            faults.add("%d messages come again, expected %d".formatted(failures.size(), scene.retried()));
        }
        // The answer to a batch has no report; the function logged it.
        var report = functions.loggedReport(scene.function());
        report.ifPresent(json -> transcript.answer(Json.write(json)));
        if (report.isPresent()) {
            faults.addAll(reportFaults(scene, report.get()));
        } else if (!scene.expected().isEmpty() || scene.changed().isPresent()) {
            faults.add("no report in the log");
        }
        return faults;
    }

    private static List<String> reportFaults(Scene scene, JsonNode report) {
        var faults = new ArrayList<String>();
        scene.expected().forEach((where, expected) -> {
            if (!same(report.at(where), expected)) {
                faults.add("%s is %s, expected %s".formatted(where, report.at(where), expected));
            }
        });
        scene.changed()
                .filter(expected -> !changed(report).equals(expected))
                .ifPresent(expected -> faults.add("changed are %s, expected %s".formatted(changed(report), expected)));
        return faults;
    }

    private static List<String> changed(JsonNode report) {
        return report.at("/clusters/0/steps")
                .valueStream()
                .filter(step -> !step.path("changes").isEmpty())
                .map(step -> step.path("step").asString())
                .toList();
    }

    private static boolean same(JsonNode actual, JsonNode expected) {
        return actual.isMissingNode() ? false : actual.equals(expected);
    }

    private List<String> slackFaults(Scene scene) {
        var messages = slack.news();
        messages.forEach(transcript::slack);
        if (messages.size() != scene.slack().size()) {
            return List.of("%d Slack messages, expected %d"
                    .formatted(messages.size(), scene.slack().size()));
        }
        var faults = new ArrayList<String>();
        for (int i = 0; i < messages.size(); i++) {
            if (!messages.get(i).contains(scene.slack().get(i))) {
                faults.add("Slack message %d lacks \"%s\""
                        .formatted(i + 1, scene.slack().get(i)));
            }
        }
        return faults;
    }

    private List<String> unused(List<Scene> scenes) {
        var used = scenes.stream().map(Scene::event).collect(Collectors.toSet());
        try (var files = Files.list(root.resolve("events"))) {
            var unused = files.map(file -> String.valueOf(file.getFileName()))
                    .filter(name -> !used.contains(name))
                    .collect(Collectors.toCollection(TreeSet::new));
            return unused.isEmpty() ? List.of() : List.of("no scene uses " + String.join(", ", unused));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
