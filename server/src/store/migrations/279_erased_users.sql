-- When the personal data of an account was erased; null for all others.
ALTER TABLE users ADD COLUMN erased_at timestamptz;
