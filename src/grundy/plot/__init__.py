"""Pictures of tables and studies by matplotlib (the extra `plot`): sequences, heat maps, P-positions, period strips."""
