"""`study`: the chain rules -> table -> law -> proof as one value."""
