# The service and the operator's command line in one image. docs/configuration.md lists every variable.
#   docker build --tag company-data-service .
#   docker run --init --read-only --tmpfs /tmp --cap-drop ALL --env DATABASE_URL=… --env ELASTICSEARCH_URL=… \
#     --env CURSOR_KEYS=… --env SECRET_KEYS=… --volume state:/var/lib/company-data-service --publish 127.0.0.1:8080:8080 company-data-service
#   docker run --init --rm --env DATABASE_MIGRATE_URL=… --env DATABASE_URL=… company-data-service node dist/ops.js migrate

FROM node:24.21.0-bookworm-slim AS base

FROM base AS packages
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
# At run time, the service needs no optional packages (other platforms, a compiler) and no install scripts.
RUN npm ci --omit=dev --omit=optional --ignore-scripts

FROM base AS build
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
COPY scripts/bootstrap.mjs scripts/
# Runs `npm ci` and leaves a stamp for the build, so that a changed source file does not cause another installation.
RUN node scripts/bootstrap.mjs
# .dockerignore decides what is copied.
COPY . .
RUN npm run build

FROM base
LABEL org.opencontainers.image.title="company-data-service" \
      org.opencontainers.image.description="An HTTP service that finds the right Japanese company, and says so when it cannot be sure." \
      org.opencontainers.image.version="0.1.0" \
      org.opencontainers.image.licenses="Apache-2.0"
# The service must listen on 0.0.0.0 to be reachable from outside the container. The operator decides which ports to publish.
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    PORT=8080 \
    STATE_FOLDER=/var/lib/company-data-service
# A new volume that is mounted here gets the owner of this folder.
RUN install --directory --owner=node --group=node --mode=0700 "$STATE_FOLDER"
WORKDIR /srv/company-data-service
COPY package.json LICENSE NOTICE ./
COPY --from=packages /build/node_modules ./node_modules
# Only the programs that run without development packages.
COPY --from=build /build/dist/main.js* /build/dist/ops.js* /build/dist/import-worker.js* /build/dist/research-worker.js* /build/dist/xls-worker.js* /build/dist/desk* /build/dist/chunk-* ./dist/
# The user `node`, by number. An orchestrator that forbids root can check a number but not a name.
USER 1000:1000
EXPOSE 8080
# Checks that the process is alive, not that it is ready. A failed check may cause a restart, which does not help if the
# database is unreachable or an index is missing. A load balancer should use /readyz.
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--enable-source-maps", "dist/main.js"]
