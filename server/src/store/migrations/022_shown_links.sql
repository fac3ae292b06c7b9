-- Who was shown a link to choose a password, to pass it on: it ends when that person's rights do.
ALTER TABLE password_links ADD COLUMN shown_to int REFERENCES users(id) ON DELETE CASCADE;
CREATE INDEX password_links_shown_to ON password_links (shown_to) WHERE shown_to IS NOT NULL;
