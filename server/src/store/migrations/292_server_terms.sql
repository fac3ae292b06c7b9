-- Counts the servers that have this database one after the other, so that one that lost its connection knows whether
-- another one was there meanwhile: its tracking states in memory are outdated then.
CREATE SEQUENCE server_terms;
