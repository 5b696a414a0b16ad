# The commands of this project. `sam build` calls build-<LogicalId> in a copy of the tree (see docs/adr/0001).
.DEFAULT_GOAL := help
.PHONY: help verify local bench generate build-KarpenterBootstrapFunction build-InterruptionQueueFunction build-TagEnforcerFunction

MAVEN := ./mvnw $(MAVEN_ARGS) -B

help: ## Show these commands
	@sed -n 's/^\([A-Za-z-]*\):[^#]*## \(.*\)/\1|\2/p' Makefile | awk -F'|' '{ printf "  make %-34s %s\n", $$1, $$2 }'

verify: ## Compile, check and test everything
	$(MAVEN) verify

local: ## Run the whole system on this machine, on sample events
	./run-local

bench: ## Measure what interruption-queue and tag-enforcer cost: some minutes; nothing else should run
	@bash benchmarks/run interruption
	@bash benchmarks/run tags

generate: ## Write what other files repeat of tag-enforcer's catalogue: rule patterns, the table in the docs
	$(MAVEN) -q -pl functions/tag-enforcer -am test -Dtest=GeneratedFilesTest -Dsurefire.failIfNoSpecifiedTests=false -Dgroundskeeper.generate=true

build-KarpenterBootstrapFunction: ## For `sam build`: package karpenter-bootstrap into ARTIFACTS_DIR
	$(call package,karpenter-bootstrap)

build-InterruptionQueueFunction: ## For `sam build`: package interruption-queue into ARTIFACTS_DIR
	$(call package,interruption-queue)

build-TagEnforcerFunction: ## For `sam build`: package tag-enforcer into ARTIFACTS_DIR
	$(call package,tag-enforcer)

# Packages the module $(1): classes beside lib/, as Lambda unpacks them. Jars of an earlier build must not ride along.
define package
@test -n "$(ARTIFACTS_DIR)" || { echo "ARTIFACTS_DIR is not set. 'sam build' sets it; by hand: make $@ ARTIFACTS_DIR=<folder for the package>" >&2; exit 2; }
rm -rf functions/$(1)/target/lambda
$(MAVEN) -q -pl functions/$(1) -am package -Dmaven.test.skip=true
mkdir -p "$(ARTIFACTS_DIR)"
cp -R functions/$(1)/target/lambda/. "$(ARTIFACTS_DIR)"
endef
