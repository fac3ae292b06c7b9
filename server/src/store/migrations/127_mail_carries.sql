-- What the files of a mail hold: it is sent only while its reader may see all of that. Null: none, or written before.
ALTER TABLE mails ADD COLUMN carries jsonb;
