-- A message to all drivers who have an account, and to the people of groups of vehicles.
ALTER TABLE messages
  ADD COLUMN drivers   boolean NOT NULL DEFAULT false,
  ADD COLUMN group_ids int[]   NOT NULL DEFAULT '{}';
