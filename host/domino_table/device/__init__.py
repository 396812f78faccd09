"""Real and virtual boards seen from the PC: bundle the firmware, find boards, deploy, talk over the link."""
