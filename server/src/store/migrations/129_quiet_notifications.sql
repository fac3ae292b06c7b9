-- Whether the bell alone tells of it: of what was long over when it became known no page says it over what one looks at.
ALTER TABLE notifications ADD COLUMN quiet boolean NOT NULL DEFAULT false;
