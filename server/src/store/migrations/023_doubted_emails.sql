-- An e-mail address that somebody else set and the person has not confirmed ('set-by-other'). Once the person has
-- another role or organisation ('held'), nobody can ask for a link for a new password to be sent there.
ALTER TABLE users ADD COLUMN email_doubt text CHECK (email_doubt IN ('set-by-other', 'held'));
