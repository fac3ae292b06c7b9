-- The SHA-256 of a logo is its address: it can be cached for ever, and is known only to who was shown it.
ALTER TABLE organisation_logos ADD COLUMN hash text NOT NULL GENERATED ALWAYS AS (encode(sha256(png), 'hex')) STORED;
CREATE INDEX organisation_logos_hash ON organisation_logos (hash);
