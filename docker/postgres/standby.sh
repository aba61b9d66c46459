#!/bin/sh
# Starts PostgreSQL as a standby of PRIMARY_HOST, with a copy of its data on the first start. A promoted standby stays a primary.
set -eu
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  fresh="$PGDATA.new"
  rm -rf "$fresh"
  mkdir -p "$(dirname "$PGDATA")"
  pg_basebackup --host "$PRIMARY_HOST" --username postgres --pgdata "$fresh" --checkpoint fast --wal-method stream --write-recovery-conf
  # The image made it, empty.
  if [ -d "$PGDATA" ]; then rmdir "$PGDATA"; fi
  mv "$fresh" "$PGDATA"
fi
exec docker-entrypoint.sh "$@"
