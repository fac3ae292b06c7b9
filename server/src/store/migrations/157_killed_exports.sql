-- How many processes died over a file: one that kills each process that makes it is given up.
ALTER TABLE downloads ADD COLUMN killed int NOT NULL DEFAULT 0;
ALTER TABLE report_schedule_runs ADD COLUMN killed int NOT NULL DEFAULT 0;
