package io.groundskeeper.local.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.junit.jupiter.api.Test;

class FieldSelectorTest {

    @Test
    void podsOfANode_areSelectedByTheirNodeName() {
        var selector = FieldSelector.parse(type("v1", "Pod"), "spec.nodeName=n1,metadata.namespace!=kube-system");

        assertThat(selector).accepts(Objects.json("{'metadata':{'namespace':'a'},'spec':{'nodeName':'n1'}}"));
        assertThat(selector).rejects(Objects.json("{'metadata':{'namespace':'a'},'spec':{'nodeName':'n2'}}"));
        assertThat(selector).rejects(Objects.json("{'metadata':{'namespace':'kube-system'},'spec':{'nodeName':'n1'}}"));
    }

    @Test
    void nodeThatSaysNothing_isSchedulable() {
        var selector = FieldSelector.parse(type("v1", "Node"), "spec.unschedulable=false");

        assertThat(selector).accepts(Objects.json("{}"));
        assertThat(selector).rejects(Objects.json("{'spec':{'unschedulable':true}}"));
    }

    @Test
    void newFormOfEvents_isSelectedByItsOwnWords() {
        var selector = FieldSelector.parse(type("events.k8s.io/v1", "Event"), "regarding.name=n1");

        assertThat(selector).accepts(Objects.json("{'involvedObject':{'name':'n1'}}"));
    }

    @Test
    void fieldThatKubernetesDoesNotSelectBy_isABadRequest() {
        assertThatExceptionOfType(ApiError.class)
                .isThrownBy(() -> FieldSelector.parse(type("v1", "Node"), "spec.providerID=x"))
                .withMessage("field label not supported: spec.providerID");
    }

    private static ResourceType type(String apiVersion, String kind) {
        return new ResourceTypes(new Storage()).byKind(apiVersion, kind).orElseThrow();
    }
}
