-- From which networks devices reported lately (an address; of IPv6 its /64), by connections and by datagrams, whose sender
-- anybody can write. Read when the gateway starts, so that it knows who is at home where before somebody guesses.
CREATE TABLE reported_networks (
  device_id    int NOT NULL REFERENCES devices(id) ON DELETE CASCADE,
  network      text NOT NULL,
  by_datagram  boolean NOT NULL,
  last_at      timestamptz NOT NULL,
  PRIMARY KEY (device_id, network, by_datagram)
);
CREATE INDEX reported_networks_last_at ON reported_networks(last_at);

-- What is committed in place of a report that there is none of, so that the answer takes as long.
CREATE TABLE empty_commits (times bigint NOT NULL);
INSERT INTO empty_commits VALUES (0);
