"""The ground: rule trees, codes, positions, sums, expressions, measures, errors. Standard library only."""
