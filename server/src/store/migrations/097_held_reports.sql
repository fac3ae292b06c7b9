-- What a schedule sends while somebody else changed its shared report and its owner did not take that over: days and
-- vehicles, sections and cover as they were, by whom it was changed and when. And whose language its files are in.
ALTER TABLE report_schedules ADD COLUMN held jsonb,
                             ADD COLUMN language text;  -- null: that of each reader

-- What mails carry counts into the quota of files as long as it is kept.
ALTER TABLE mail_attachments ADD COLUMN size_bytes bigint NOT NULL DEFAULT 0;
ALTER TABLE mail_attachments ALTER COLUMN size_bytes DROP DEFAULT;
