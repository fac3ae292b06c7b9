-- PostgreSQL stores a long value apart, in pieces of 1,996 bytes, of which four fill a page: the last piece of each chunk
-- left a fifth of the pages of short days empty. What follows the last whole piece is stored in the row itself.
ALTER TABLE position_chunks ADD COLUMN rest bytea NOT NULL DEFAULT '';
ALTER TABLE status_report_chunks ADD COLUMN rest bytea NOT NULL DEFAULT '';
ALTER TABLE position_chunks ALTER COLUMN rest SET STORAGE MAIN;
ALTER TABLE status_report_chunks ALTER COLUMN rest SET STORAGE MAIN;
