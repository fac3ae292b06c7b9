-- Whether a line is imported without the cells of optional columns that cannot be read.
ALTER TABLE imports ADD COLUMN leave_out boolean NOT NULL DEFAULT false;
