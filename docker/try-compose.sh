#!/usr/bin/env bash
# Builds the images, starts docker-compose.yml as an operator would, fills it, and asks it. Needs Docker with compose, curl and openssl.
# Everything is removed at the end, also after a failure. The first failure ends it, with the logs of the containers.
set -euo pipefail
cd "$(dirname "$0")/.."

export COMPOSE_PROJECT_NAME="company-data-try-$$"
export POSTGRES_PASSWORD SERVICE_PASSWORD OPERATOR_PASSWORD READER_PASSWORD CURSOR_KEYS SECRET_KEYS PORT=18080
POSTGRES_PASSWORD=$(openssl rand -hex 24)
SERVICE_PASSWORD=$(openssl rand -hex 24)
OPERATOR_PASSWORD=$(openssl rand -hex 24)
READER_PASSWORD=$(openssl rand -hex 24)
CURSOR_KEYS=$(openssl rand -hex 32)
SECRET_KEYS=$(openssl rand -hex 32)
url="http://127.0.0.1:$PORT"

end() {
  local status=$?
  if [ "$status" -ne 0 ]; then docker compose logs --tail 50 || true; fi
  docker compose --profile ops down --volumes --remove-orphans --timeout 30 || true
  exit "$status"
}
trap end EXIT

say() { printf '\n== %s\n' "$1"; }
ops() { docker compose run --rm ops "$@"; }

say 'the compose files are valid'
docker compose --profile ops config --quiet
docker compose --file docker-compose.cluster.yml config --quiet

say 'the images build, and everything starts'
# No service is healthy before the stores and the schema are.
docker compose up --build --detach --wait --wait-timeout 600

say 'alive, and not ready before there is an index'
curl --fail --silent --show-error "$url/healthz"
[ "$(curl --silent --output /dev/null --write-out '%{http_code}' "$url/readyz")" = 503 ]

say 'the command line fills it'
ops generate --companies 1000
ops reindex all
ops account create try --plan unlimited
ops audit --action 'account create' | grep 'done'
key=$(ops key create try --label try | tr -d '\r' | grep -o 'cds_[A-Za-z0-9_]*')

say 'ready, and it finds companies'
for _ in $(seq 1 30); do
  if curl --fail --silent "$url/readyz" >/dev/null; then break; fi
  sleep 1
done
curl --fail --silent --show-error "$url/readyz"
curl --fail --silent --show-error --header "x-api-key: $key" --get --data-urlencode 'q=株式会社' \
  "$url/api/service/companies" | grep --quiet '"company_id"'
curl --fail --silent "$url/metrics" | grep '^store_up{store="elasticsearch"} 1$'

say 'it runs as another user, on a file system that it cannot change'
[ "$(docker compose exec --no-TTY service id --user)" = 1000 ]
if docker compose exec --no-TTY service touch /srv/company-data-service/x 2>/dev/null; then
  echo 'the service could write into its own program' >&2
  exit 1
fi

say 'it ends when it is told to, without losing a request'
docker compose stop --timeout 30 service
[ "$(docker inspect --format '{{.State.ExitCode}}' "$(docker compose ps --all --quiet service)")" = 0 ]

say 'all steps passed'
