-- A workbook may hold several tables: which is meant, a person may choose until it is imported.
CREATE TABLE import_sheets (
  import_id int NOT NULL REFERENCES imports(id) ON DELETE CASCADE,
  sheet     int NOT NULL,       -- its place among those of the workbook that hold lines
  name      text NOT NULL,
  headings  jsonb NOT NULL,
  columns   jsonb NOT NULL,     -- what each column may fill, as guessed
  lines     int NOT NULL,
  parts     text[] NOT NULL,    -- its lines as JSON, some in each
  PRIMARY KEY (import_id, sheet)
);
ALTER TABLE imports ADD COLUMN sheet int NOT NULL DEFAULT 0;
