#!/bin/sh
# Writes the passwords and keys that the compose files need into .env, which only you can read. What is there already stays.
#   sh docker/make-env.sh
# Keep the file: without SECRET_KEYS, the secrets of deliveries are lost.
set -eu
cd "$(dirname "$0")/.."
umask 077
touch .env
chmod 600 .env
for name in POSTGRES_PASSWORD SERVICE_PASSWORD OPERATOR_PASSWORD READER_PASSWORD CURSOR_KEYS SECRET_KEYS; do
  if ! grep -q "^$name=" .env; then
    # Hexadecimal digits need no escaping, neither here nor in a URL.
    echo "$name=$(od -An -N32 -tx1 /dev/urandom | tr -d ' \n')" >> .env
  fi
done
