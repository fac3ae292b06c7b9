-- What the operator chose for recomputing the facts of the past after an upgrade: one row for each version of their
-- computation (FACTS_RULE). Facts of vehicles whose settings changed are recomputed in any case.
CREATE TABLE recompute_choices (
  rule        int PRIMARY KEY,
  paused      boolean NOT NULL,
  pace        text NOT NULL CHECK (pace IN ('gentle', 'normal', 'fast')),
  position_us real,                 -- measured: microseconds of recomputing one position, without pauses
  changed_at  timestamptz NOT NULL DEFAULT now()
);
