# The image of Milepost: docker build -t milepost . (for another machine: docker buildx build --platform linux/arm64 .)
# The first stage installs and builds; the second has what runs, and no package manager, compiler or source of tests.
FROM node:24-bookworm AS build
WORKDIR /build
COPY . .
RUN npm run build \
    && npm run assemble -- /milepost --node \
    && strip /milepost/bin/node

FROM debian:bookworm-slim
ARG VERSION=unknown
LABEL org.opencontainers.image.title="Milepost" \
      org.opencontainers.image.description="Fleet and vehicle tracking" \
      org.opencontainers.image.licenses="Apache-2.0" \
      org.opencontainers.image.version="${VERSION}"
# A fixed number, so that owners of volumes can be set before the first start.
RUN useradd --system --uid 10001 --home-dir /data milepost \
    && mkdir /data \
    && chown milepost:milepost /data
# The files belong to root: the server cannot change its own program.
COPY --from=build /milepost /milepost
WORKDIR /milepost
ENV NODE_ENV=production \
    DATA_DIR=/data \
    NODE_COMPILE_CACHE=/data/compiled \
    PATH=/milepost/bin:$PATH
USER 10001
VOLUME /data
# People and scripts on 8080, Prometheus and devices on the ports of the settings.
EXPOSE 8080 5023 5027 5027/udp 5055
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --retries=3 \
    CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT ?? 8080}/healthz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# Node itself, so that it receives the stop signal.
ENTRYPOINT ["node", "server/src/main.ts"]
