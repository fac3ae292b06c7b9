-- Why the facts of an installation could not be made again, as its vehicle shows it: cause, at, since.
ALTER TABLE installations ADD COLUMN facts_fault jsonb;
