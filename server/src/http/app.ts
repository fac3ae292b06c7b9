import cookie from '@fastify/cookie';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { AppError } from '../errors.ts';
import { withLogContext } from '../log-context.ts';
import { failureOf, toFailure } from '../rpc/failure.ts';
import { createBases } from './base-path.ts';
import { basemapFiles } from './basemap-files.ts';
import { calendarFeed } from './calendar-feed.ts';
import { rasterStyles } from './raster-styles.ts';
import { guardConnections } from './connection-guard.ts';
import { downloadRoutes } from './download-routes.ts';
import { fileRoutes, isUpload } from './file-routes.ts';
import { importUploads, isImportUpload } from './import-uploads.ts';
import { endConnections } from './end-connections.ts';
import { healthRoutes } from './health.ts';
import { limitRequests } from './late-requests.ts';
import { REQUEST_ID, requestIdOf } from './request-id.ts';
import { rpcRoute } from './rpc-route.ts';
import { securityHeaders } from './security-headers.ts';
import type { HttpServices } from './services.ts';
import { refusedSockets } from './refused-sockets.ts';
import { logoRoute } from './logo-route.ts';
import { shareLinks } from './share-links.ts';
import { proxyTrust } from './trusted-proxies.ts';
import { webFiles } from './web-files.ts';

/** Time limits of incoming requests, ms. */
export interface HttpTimes {
  /** From the first byte of a connection to the end of a request's headers. */
  headers: number;
  /** The interval at which Node looks for requests that are late. */
  checkEvery: number;
  /** A whole request including its body; `upload` is the limit for sending a file. */
  request: number;
  upload: number;
}

/** An upload: 100 MB over a slow phone. */
export const HTTP_TIMES: HttpTimes = { headers: 11_000, checkEvery: 2000, request: 30_000, upload: 900_000 };
/** Longer than the longest query; the live socket is not affected. */
const SILENT_FOR_MS = 90_000;

/** The HTTP application, without the process that listens. */
export async function createHttpApp(services: HttpServices, times = HTTP_TIMES): Promise<FastifyInstance> {
  const { config } = services;
  // Fastify's own type; otherwise the type of the application would refer to pino's.
  const loggerInstance: FastifyBaseLogger = services.logger;
  // A URL that cannot be parsed, or that leads out of the files: the framework's own message would reveal internals.
  const answerFault = (error: unknown, _request: FastifyRequest, reply: FastifyReply) => {
    const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
    const isCallers = status >= 400 && status < 500;
    const failure = isCallers
      ? failureOf(new AppError('not-found', 'nothing-here'))
      : toFailure(error, services.logger, null);
    return reply.code(failure.status).header('cache-control', 'no-store').send(failure);
  };
  const bases = createBases(config);
  const app = Fastify({
    loggerInstance,
    // Logged, and returned as `X-Request-Id`.
    genReqId: (request) => requestIdOf(request),
    rewriteUrl: (request) => bases.enter(request),
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.trustedProxies.length > 0 ? config.trustedProxies : false,
    routerOptions: { ignoreTrailingSlash: true },
    http: { headersTimeout: times.headers, connectionsCheckingInterval: times.checkEvery },
    // Limits for a request that arrives byte by byte, and for a connection without traffic in either direction.
    requestTimeout: times.upload,
    connectionTimeout: SILENT_FOR_MS,
    frameworkErrors: (error, request, reply) => void answerFault(error, request, reply),
  });
  app.setErrorHandler(answerFault);
  const { connections, trustedProxies } = config;
  const refused = services.refusedConnection;
  const { isLive } = services;
  guardConnections(app.server, { ...connections, trusted: proxyTrust(trustedProxies), isLive, refused });
  endConnections(app);
  limitRequests(app.server, times.request, (request) => isUpload(request) || isImportUpload(request));
  app.addHook('onRequest', async ({ raw, id }, reply) => {
    services.proxyWatch.see(raw);
    reply.header(REQUEST_ID, id);
  });
  // With a callback, since only what it calls is in the context; reading the body, before, would leave it.
  app.addHook('preHandler', (request, _reply, done) => withLogContext({ requestId: request.id }, done));
  app.addHook('onResponse', async ({ routeOptions }, { statusCode, elapsedTime }) => {
    services.responded(routeOptions.url, statusCode, elapsedTime / 1000);
  });
  await securityHeaders(app, config);
  await app.register(cookie);
  await app.register((scope) => rpcRoute(scope, services));
  await app.register((scope) => fileRoutes(scope, services));
  await app.register((scope) => importUploads(scope, services));
  await app.register((scope) => downloadRoutes(scope, services));
  await app.register((scope) => calendarFeed(scope, services));
  await app.register((scope) => healthRoutes(scope, services));
  rasterStyles(app, services.config.mapRasters);
  await basemapFiles(app, services.basemapRoot, services.mapFile);
  shareLinks(app);
  logoRoute(app, services);
  refusedSockets(app, services);
  await webFiles(app, services.webRoot);
  return app;
}
