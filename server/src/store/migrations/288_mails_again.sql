-- Mails that could not be sent are sent again or discarded under Administration › Server. Attachments stay for that,
-- seven days; a mail of which link or files are gone cannot be sent again.
ALTER TABLE mails ADD COLUMN discarded_at timestamptz,
                  ADD COLUMN incomplete boolean NOT NULL DEFAULT false;
UPDATE mails m SET incomplete = true
 WHERE state = 'failed' AND (position('(the link is in the mail itself only)' IN text) > 0
    OR carries IS NOT NULL AND NOT EXISTS (SELECT FROM mail_attachments a WHERE a.mail_id = m.id));
ALTER TABLE webhook_deliveries ADD COLUMN discarded_at timestamptz;
CREATE INDEX webhook_deliveries_failed ON webhook_deliveries (ended_at) WHERE state = 'failed' AND discarded_at IS NULL;
