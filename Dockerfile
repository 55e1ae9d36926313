ARG NODE_IMAGE=node:22-trixie-slim

# What the product needs at run time; the build contains the rest. Only a change of the packages makes this again.
FROM ${NODE_IMAGE} AS packages
WORKDIR /product
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --no-audit --no-fund --no-json

FROM ${NODE_IMAGE} AS build
WORKDIR /product
COPY package.json package-lock.json .npmrc ./
RUN npm ci --no-audit --no-fund --no-json
# What is not named here, such as documents and tests, can change without another build.
COPY *.config.ts tsconfig.base.json ./
COPY contract contract
COPY docs/guide.md docs/guide.md
COPY docs/pictures docs/pictures
COPY scripts scripts
COPY server server
COPY web web
RUN npm run build

FROM ${NODE_IMAGE}
LABEL org.opencontainers.image.title="Energy Metrics" \
      org.opencontainers.image.version="0.2.0"
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
# Keeps the server small.
ENV MALLOC_ARENA_MAX=1 MALLOC_TRIM_THRESHOLD_=131072 NODE_OPTIONS=--max-semi-space-size=8
WORKDIR /product
# The image's own user owns the volumes; everything else is root's, and can be read-only.
RUN mkdir /data /backups && chown 1000:1000 /data /backups
COPY --from=packages /product/node_modules ./node_modules
COPY --from=build /product/build ./build
COPY package.json THIRD_PARTY_NOTICES.md ./
USER 1000:1000
VOLUME /data
EXPOSE 3000
# By the shell: another Node.js every ten seconds would take more of the processor than the server. The OCI format has no health
# checks, so build with --format docker where the tool asks.
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s \
  CMD ["bash", "-c", "exec 3<>/dev/tcp/127.0.0.1/$PORT && printf 'GET /readyz HTTP/1.0\\r\\n\\r\\n' >&3 && read -r line <&3 && [[ $line == *' 200 '* ]]"]
CMD ["node", "build/server/main.js"]
