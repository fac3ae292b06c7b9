-- What a user name is known by: folded in code (server/src/store/name-key.ts), so that the collation of the database does
-- not decide who is who. The server fills it when it starts.
ALTER TABLE users ADD COLUMN name_key text COLLATE "C";
DROP INDEX users_username;
CREATE UNIQUE INDEX users_name_key ON users (name_key);
-- Mail addresses are ASCII.
DROP INDEX users_email;
CREATE INDEX users_email ON users (lower(email COLLATE "C"));
