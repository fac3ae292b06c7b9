-- The time zone of a person who has chosen none is that of the browser; until now it was UTC, which few live in.
ALTER TABLE users ALTER COLUMN time_zone SET DEFAULT '';
UPDATE users SET time_zone = '' WHERE time_zone = 'UTC';
