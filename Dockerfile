# syntax=docker/dockerfile:1
ARG NODE_IMAGE=node:24-trixie-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /product
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund --no-json
COPY . .
RUN npm run build && npm prune --omit=dev --no-audit --no-fund --no-json

FROM ${NODE_IMAGE}
LABEL org.opencontainers.image.title="Energy Metrics" \
      org.opencontainers.image.version="0.2.0"
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
# Gives freed memory back to the system.
ENV MALLOC_ARENA_MAX=1 MALLOC_TRIM_THRESHOLD_=131072
WORKDIR /product
COPY --from=build /product/package.json ./
COPY --from=build /product/node_modules ./node_modules
COPY --from=build /product/build ./build
# The image's own user owns the volume; everything else is root's, and can be read-only.
RUN mkdir /data && chown 1000:1000 /data
USER 1000:1000
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "build/server/main.js"]
