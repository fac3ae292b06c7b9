import type { Backups } from '../roles/backup-role.ts';
import type { DeviceContact } from '@milepost/contract/device-operations';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { ProvedTokens } from '../auth/proved-tokens.ts';
import { createSecretBox } from '../auth/secret-box.ts';
import type { BusEvents } from '../bus/bus.ts';
import { createAsks } from '../bus/asks.ts';
import { createMemoryBus } from '../bus/memory-bus.ts';
import { createHttpApp, HTTP_TIMES } from '../http/app.ts';
import { createProxyWatch } from '../http/proxy-watch.ts';
import type { HttpConfig, HttpServices } from '../http/services.ts';
import { createJobQueue } from '../jobs/job-queue.ts';
import { ensureBasics } from '../auth/bootstrap.ts';
import type { Database } from '../store/database.ts';
import { quickHash } from './quick-hash.ts';
import { testDatabase } from './test-database.ts';
import { TestBrowser } from './test-browser.ts';
import { NO_MAP_FILE } from '../map-file/map-file.ts';
import { fakePlaces } from './fake-places.ts';
import { listPeers } from '../bus/peers.ts';
import { createOperationTimer } from '../status/operation-times.ts';

export const ADMIN_PASSWORD = 'correct horse battery staple';

export interface HttpFixture {
  app: FastifyInstance;
  database: Database;
  /** The address of the database, for other processes. */
  url: string;
  services: HttpServices;
  /** The contacts of the gateway, filled by tests. */
  contacts: DeviceContact[];
  /** The published events, in order. */
  events: { name: keyof BusEvents; event: unknown }[];
  /** A browser of this application, or of another one over the same database. */
  browser(other?: FastifyInstance): TestBrowser;
  /** A browser that is signed in. */
  signedIn(username?: string, password?: string): Promise<TestBrowser>;
  close(): Promise<void>;
}

/** A backup of today, in a folder. */
const BACKED_UP: Backups = {
  status: async () => ({
    target: '/mnt/backups',
    newest: { id: 'b', finishedAt: new Date(), bytes: 5e6, durationS: 3, target: '/mnt/backups' },
    failures: 0,
    failure: null,
    drill: null,
    lastGoodDrillAt: null,
    log: { at: new Date(), fault: null, waitsSince: null },
  }),
  plan: { schedule: '30 1 * * *', verifySchedule: '30 3 * * 0', key: null },
  isElsewhere: false,
  running: async () => null,
  start: async () => true,
  startFirst: async () => {},
};

/** What gateways would say; tests replace a part of it. */
export const stubGateways = (contacts: DeviceContact[]): HttpServices['gateways'] => ({
  contacts: async () => contacts,
  withFrames: async (rows) => [...rows],
  await: () => {},
  probers: async () => [],
  refusals: async () => [{ reason: 'memory', count: 3, lastAt: '2026-01-02T03:04:05.000Z' }],
  ports: async () => [
    {
      protocol: 'gt06',
      title: 'GT06',
      transports: ['tcp'],
      port: 5023,
      taken: [],
      setting: 'GATEWAY_GT06_PORT',
      takesLayouts: false,
      setup: [],
    },
  ],
  jsonMessages: async () => ({ unknown: [], readBy: new Map() }),
  layoutFrames: async () => new Map(),
  broker: async () => null,
});

/** The configuration with a mail server: mails with links wait to be sent. */
export const MAIL: Partial<HttpConfig> = { mailConfigured: true };

/** The HTTP application over a real database, with a stub of the gateway. */
export async function httpFixture(
  overrides: Partial<HttpServices> = {},
  config: Partial<HttpConfig> = {},
  times = HTTP_TIMES,
): Promise<HttpFixture> {
  const test = await testDatabase();
  const { database } = test;
  await ensureBasics(database, { adminPassword: ADMIN_PASSWORD });
  const quick = await quickHash(ADMIN_PASSWORD);
  await database.query(`UPDATE users SET password_hash = $1 WHERE username = 'admin'`, [quick]);
  const logger = pino({ level: 'silent' });
  const bus = createMemoryBus(logger);
  const events: HttpFixture['events'] = [];
  for (const name of ['fleet-changed', 'session-ended', 'access-changed', 'notified', 'mail-waiting'] as const) {
    bus.subscribe(name, (event) => events.push({ name, event }));
  }
  const contacts: DeviceContact[] = [];
  const queue = createJobQueue(database, logger);
  const asks = createAsks({ bus, process: 'this', others: async () => new Set(), logger });
  asks.answer('ingest', () => ({ positionsPerMinute: 60, commitS: 0.025, waiting: 0, connections: 2 }));
  const services: HttpServices = {
    database,
    vital: database,
    heavy: database,
    readCopy: null,
    bus,
    asks,
    logger,
    queue,
    secrets: createSecretBox(Buffer.alloc(32, 7)),
    config: {
      demo: false,
      profileLinks: { vehicleInstallation: [], territorySettings: [2] },
      mailConfigured: false,
      smsConfigured: false,
      publicUrl: null,
      production: false,
      mapStyleLight: '',
      mapStyleDark: '',
      mapRasters: [],
      mapHome: [-56.16, -34.9, 12],
      secureCookies: false,
      trustedProxies: [],
      ingressProxies: [],
      connections: { most: 10_000, perAddress: 1000 },
      metricsPublic: false,
      metricsToken: null,
      privateNetworks: false,
      ...config,
    },
    sms: null,
    proved: new ProvedTokens(),
    files: test.files,
    liveCalls: (_caller, { seen }) => ({ channel: 'none', number: seen + 1, frames: [] }),
    isLive: () => false,
    webRoot: null,
    basemapRoot: null,
    mapFile: NO_MAP_FILE,
    mapIndex: () => ({ kind: 'none' }),
    gatewayHost: { host: '127.0.0.1', loopbackOnly: true },
    gateways: stubGateways(contacts),
    readiness: async () => ({ ready: true, parts: { database: 'ok' } }),
    disk: async () => ({ state: 'ready', freeBytes: 2 ** 40, sizeBytes: 2 ** 41, hoursLeft: null }),
    proxyWatch: createProxyWatch({ trustedProxies: [], publicUrl: null, secureCookies: false, ...config }, logger),
    clockWatch: { found: () => null },
    refusedConnection: () => {},
    responded: () => {},
    metrics: async () => 'up 1\n',
    status: {
      roles: ['gateway', 'ingest', 'web', 'jobs'],
      databaseKind: 'embedded',
      peers: () => listPeers(database),
      clock: { newest: () => null },
      certificate: { read: () => null },
      backups: BACKED_UP,
    },
    operationTimes: createOperationTimer(),
    places: fakePlaces(() => null),
    router: null,
    ...overrides,
  };
  const app = await createHttpApp(services, times);
  const browser = (other = app) => new TestBrowser(other);
  return {
    app,
    database,
    url: test.url,
    services,
    contacts,
    events,
    browser,
    signedIn: async (username = 'admin', password = ADMIN_PASSWORD) => {
      const one = browser();
      await one.signIn(username, password);
      return one;
    },
    close: async () => {
      await app.close();
      await queue.close();
      await test.close();
    },
  };
}
