import cookie from '@fastify/cookie';
import rateLimit from '@fastify/rate-limit';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { basemapFiles } from './basemap-files.ts';
import { healthRoutes } from './health.ts';
import { rpcRoute } from './rpc-route.ts';
import { securityHeaders } from './security-headers.ts';
import type { HttpServices } from './services.ts';
import { webFiles } from './web-files.ts';

/** A whole request, body included. */
const REQUEST_WITHIN_MS = 30_000;
/** Longer than the longest query; the live socket is not concerned. */
const SILENT_FOR_MS = 90_000;

/** Twice what the live socket takes, so that strangers leave files and sockets to the database and the devices. */
const MAX_CONNECTIONS = 10_000;

/** What is served over HTTP, apart from the process that listens. */
export async function createHttpApp(services: HttpServices): Promise<FastifyInstance> {
  const { config } = services;
  // Fastify's own type, else that of the application would name pino's.
  const loggerInstance: FastifyBaseLogger = services.logger;
  const app = Fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.trustedProxies.length > 0 ? config.trustedProxies : false,
    routerOptions: { ignoreTrailingSlash: true },
    // A request that comes byte by byte, and a connection on which nothing goes either way.
    requestTimeout: REQUEST_WITHIN_MS,
    connectionTimeout: SILENT_FOR_MS,
  });
  app.server.maxConnections = MAX_CONNECTIONS;
  await securityHeaders(app, config);
  await app.register(cookie);
  await app.register(rateLimit, { global: false });
  await app.register((scope) => rpcRoute(scope, services));
  await app.register((scope) => healthRoutes(scope, services));
  await basemapFiles(app, services.basemapRoot);
  await webFiles(app, services.webRoot);
  return app;
}
