-- The first lines of a table, among which a person may choose the headings; and the line of these, 0 where there are none.
ALTER TABLE imports ADD COLUMN top jsonb NOT NULL DEFAULT '[]', ADD COLUMN head int NOT NULL DEFAULT 0;
ALTER TABLE import_sheets ADD COLUMN top jsonb NOT NULL DEFAULT '[]', ADD COLUMN head int NOT NULL DEFAULT 0;
-- The code page of a text file that is not Unicode, and whether it is certain; null of all other files.
ALTER TABLE imports ADD COLUMN encoding text, ADD COLUMN encoding_sure boolean NOT NULL DEFAULT true;
-- Words of cells that the check did not know, by field.
ALTER TABLE imports ADD COLUMN unknown_words jsonb NOT NULL DEFAULT '[]';

-- What columns of a heading were chosen to hold, for the next file that has it.
CREATE TABLE import_headings (
  organisation_id int NOT NULL REFERENCES organisations(id) ON DELETE CASCADE,
  kind            text NOT NULL,
  heading         text NOT NULL,                  -- letters and digits alone, in small letters
  field           text,                           -- null: the column is left out
  words           jsonb NOT NULL DEFAULT '{}',    -- what words of its cells stand for
  used_at         timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (organisation_id, kind, heading)
);
