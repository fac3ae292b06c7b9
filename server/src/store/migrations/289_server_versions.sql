-- When each version of the server first ran on this database. People who had an account before are told once what is new.
CREATE TABLE server_versions (
  version          text PRIMARY KEY,
  first_started_at timestamptz NOT NULL DEFAULT now()
);
ALTER TABLE users ADD COLUMN news_seen text;   -- the version of which the person has closed the news
