# Everything that needs the network or a compiler happens here.
FROM node:26-slim AS made
WORKDIR /yumen
COPY . .
RUN npm run build \
  && npm prune --omit=dev --omit=optional --ignore-scripts --no-audit --no-fund \
  && mkdir -p node_modules/.cache

FROM node:26-slim
WORKDIR /yumen
COPY --from=made /yumen .
# Compiled code is kept there: a third off the time of every later start.
RUN chown node:node node_modules/.cache && install -d -o node -g node -m 700 /data
USER node
ENV HOST=0.0.0.0 YUMEN_DATA=/data
VOLUME /data
EXPOSE 3000
HEALTHCHECK --start-period=30s CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT ?? 3000) + '/health').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "scripts/setup.mjs", "start"]
