# The steps of .ci/run by name, for people: `make tests`. Each makes a clean environment; `make` alone runs them all.
STEPS := lint tests slow docs package pure zig

.PHONY: all $(STEPS) long
all:
	.ci/run
$(STEPS):
	.ci/run $@
long:
	.ci/long
