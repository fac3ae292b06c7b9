-- A driver whose personal data was erased: the row stays for runs, bills and inspections that refer to it, as `#` with its number.
ALTER TABLE drivers ADD COLUMN erased_at timestamptz;
