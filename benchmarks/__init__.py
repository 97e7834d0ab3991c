"""What is measured and how: ``scripts/bench NAME``, or ``python -m benchmarks.NAME --help`` for its options."""
