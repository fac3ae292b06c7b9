-- What the check of an import found that is no fault and that people should look at: lines by what it is.
ALTER TABLE imports ADD COLUMN warned jsonb NOT NULL DEFAULT '[]';
