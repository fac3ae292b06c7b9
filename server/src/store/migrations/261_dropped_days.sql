-- Days (UTC) whose positions were removed although facts were made of them: those facts can never be recomputed.
CREATE TABLE dropped_days (
  day date PRIMARY KEY,
  noticed_at timestamptz NOT NULL DEFAULT now()
);
