#!/bin/sh
# Run once by the image, when it has made the data folder: permits a standby with the password of the database.
set -eu
echo 'host replication postgres all scram-sha-256' >> "$PGDATA/pg_hba.conf"
