-- Administration counts the mails that could not be sent lately, whenever somebody looks.
CREATE INDEX mails_failed ON mails (at) WHERE state = 'failed';
