-- True where the place of a fact is the last public one, because it was in private time: see docs/decisions/0180. Null
-- everywhere else.
ALTER TABLE trips ADD COLUMN start_private boolean, ADD COLUMN end_private boolean;
ALTER TABLE tows ADD COLUMN start_private boolean, ADD COLUMN end_private boolean;
ALTER TABLE stops ADD COLUMN private boolean;
ALTER TABLE idles ADD COLUMN private boolean;
ALTER TABLE overspeeds ADD COLUMN private boolean;
