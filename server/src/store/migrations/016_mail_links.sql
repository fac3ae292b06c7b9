-- Links leave the texts of mails, which people read: those that still wait keep theirs apart until they have left, the
-- others are of no use any more.
UPDATE mails SET text = replace(text, secret, '(the link is in the mail itself only)') WHERE secret IS NOT NULL;
UPDATE mails SET secret = NULL WHERE state <> 'waiting';
UPDATE mails SET text = regexp_replace(text, '\S*#token=[A-Za-z0-9_-]+', '(the link is in the mail itself only)', 'g')
  WHERE text ~ '#token=';
