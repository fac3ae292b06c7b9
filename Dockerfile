# syntax=docker/dockerfile:1
# Milepost in one image: `docker build -t milepost .`, for other processors with `--platform linux/amd64,linux/arm64`.

# What is built is the same for every processor.
FROM --platform=$BUILDPLATFORM node:24-bookworm-slim AS build
WORKDIR /build
COPY . .
RUN npm run build

# The packages with programs are those of the processor on which the image will run.
FROM node:24-bookworm-slim AS assemble
# hadolint ignore=DL3008
RUN apt-get update && apt-get install --no-install-recommends -y binutils && rm -rf /var/lib/apt/lists/*
WORKDIR /build
COPY --from=build /build .
RUN node scripts/assemble.mjs /milepost && cp /usr/local/bin/node /node && strip /node

FROM debian:bookworm-slim
ARG VERSION=dev
ARG REVISION=unknown
LABEL org.opencontainers.image.title="Milepost" \
  org.opencontainers.image.description="Fleet and vehicle tracking" \
  org.opencontainers.image.licenses="Apache-2.0" \
  org.opencontainers.image.version="${VERSION}" \
  org.opencontainers.image.revision="${REVISION}"
COPY --from=assemble /etc/ssl/certs /etc/ssl/certs
COPY --from=assemble /node /usr/local/bin/node
COPY --from=assemble /milepost /milepost
# PostgreSQL looks its user up by name. A new volume is owned as this folder is.
RUN groupadd --gid 1000 milepost \
  && useradd --uid 1000 --gid 1000 --no-create-home --home-dir /data --shell /usr/sbin/nologin milepost \
  && mkdir /data /backup && chown 1000:1000 /data /backup
USER 1000:1000
WORKDIR /milepost
VOLUME /data
# Compiled modules outlive the container, which halves the time of a restart.
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data NODE_COMPILE_CACHE=/data/compiled PATH=/milepost/bin:$PATH
EXPOSE 8080 5023 5027 5027/udp 5055
# Alive is enough: a server whose database is away must not be restarted. `/readyz` is for load balancers.
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT || 8080) + '/healthz').then((reply) => process.exit(reply.ok ? 0 : 1), () => process.exit(1))"]
# Node itself, without npm: npm would exit before the server on a stop signal, and PostgreSQL would be killed.
CMD ["node", "server/src/main.ts"]
