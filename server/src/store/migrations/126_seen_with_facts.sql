-- When the vehicle was last seen by the facts that are told, where that is later than the state that is stored: what was sent
-- after a silence is no silence any more.
ALTER TABLE tracking_states ADD COLUMN told_seen_at timestamptz;
