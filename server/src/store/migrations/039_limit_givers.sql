-- Who last set this limit, being limited as well: it never shows more than that person is shown.
ALTER TABLE users ADD COLUMN limit_given_by int REFERENCES users ON DELETE SET NULL;
CREATE INDEX users_limit_given_by ON users (limit_given_by) WHERE limit_given_by IS NOT NULL;
