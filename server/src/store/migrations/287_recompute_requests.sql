-- Installations whose facts an operator wants to be recomputed (milepost facts recompute), until they are. A later
-- request has a higher number, so that a recomputation that began before it does not end it.
CREATE TABLE recompute_requests (
  installation_id int PRIMARY KEY REFERENCES installations ON DELETE CASCADE,
  number          bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  since           timestamptz NOT NULL,   -- -infinity: from the first position on
  requested_at    timestamptz NOT NULL DEFAULT now()
);
