#!/bin/sh
# Runs once, when the database is created: the writers of backups may connect from the inner network.
set -eu
echo "host replication all samenet scram-sha-256" >> "$PGDATA/pg_hba.conf"
