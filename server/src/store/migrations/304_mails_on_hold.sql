-- A mail about a time that became private, which a legal hold on another vehicle in it keeps: only people who may view private
-- trips read its text.
ALTER TABLE mails ADD COLUMN private boolean NOT NULL DEFAULT false;
