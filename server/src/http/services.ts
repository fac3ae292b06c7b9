import type { RasterMap } from '@milepost/contract/raster-map';
import type { Logger } from 'pino';
import type { Duplex } from 'node:stream';
import type { ProvedTokens } from '../auth/proved-tokens.ts';
import type { SecretBox } from '../auth/secret-box.ts';
import type { Asks } from '../bus/asks.ts';
import type { Bus } from '../bus/bus.ts';
import type { ReadCopy } from '../database/read-copy.ts';
import type { DiskSpace } from '../disk.ts';
import type { FileStore } from '../files/file-store.ts';
import type { ClockWatch } from '../ingest/clock-watch.ts';
import type { Gateways } from '../gateway/gateways.ts';
import type { LiveHub } from '../live/live-hub.ts';
import type { MapFile } from '../map-file/map-file.ts';
import type { IndexState } from '../map-file/map-index.ts';
import type { JobQueue } from '../jobs/job-queue.ts';
import type { FetchBlock } from '../distribution/routers/router.ts';
import type { sendSms } from '../sms/send-sms.ts';
import type { Places } from '../places/places.ts';
import type { CallsAMinute } from '../rpc/call-budgets.ts';
import type { OperationTimer } from '../status/operation-times.ts';
import type { StatusSources } from '../status/read-status.ts';
import type { Database } from '../store/database.ts';
import type { ConnectionLimits } from './connection-guard.ts';
import type { ProxyWatch } from './proxy-watch.ts';
import type { Readiness } from './readiness.ts';
import type { WebMetrics } from './web-metrics.ts';

/** The part of the configuration that the web side needs. */
export interface HttpConfig {
  demo: boolean;
  /** Role numbers that see these links in addition to their menu. */
  profileLinks: { vehicleInstallation: number[]; territorySettings: number[] };
  /** True when mails are sent; otherwise they wait in the outbox. */
  mailConfigured: boolean;
  /** True when SMS can be sent to devices. */
  smsConfigured: boolean;
  /** The address at which people reach the application, for links in mails; null when it is not configured. */
  publicUrl: string | null;
  /** False also checks every answer against its schema. */
  production: boolean;
  /** The URL of the MapLibre style to try first; empty for the offline one only. */
  mapStyleLight: string;
  mapStyleDark: string;
  mapRasters: readonly RasterMap[];
  /** [lon, lat, zoom] */
  mapHome: [number, number, number];
  /** True behind https: cookies are marked Secure regardless of the request. */
  secureCookies: boolean;
  /** Addresses of proxies whose X-Forwarded-… headers are trusted; empty for none. */
  trustedProxies: string[];
  /** The proxies whose `X-Ingress-Path` is the base of a request. */
  ingressProxies: string[];
  connections: ConnectionLimits;
  /** True when webhooks and push may use http and private networks (WEBHOOK_PRIVATE_NETWORKS). */
  privateNetworks: boolean;
  /** True when /metrics is served to clients other than this machine. */
  metricsPublic: boolean;
  /** The token with which /metrics is served to anybody; null for none. */
  metricsToken: string | null;
}

/** Everything the HTTP application is given; it opens no resources itself. */
export interface HttpServices {
  database: Database;
  /** Connections reserved for authentication and sign-in. */
  vital: Database;
  /** Connections for heavy operations. */
  heavy: Database;
  /** The standby of `DATABASE_READ_URL` for long reports; null without one. */
  readCopy: ReadCopy | null;
  bus: Bus;
  asks: Pick<Asks, 'ask'>;
  logger: Logger;
  /** Sends an SMS to a person through the provider; null when none is configured. */
  sms: ((sms: { number: string; text: string }) => ReturnType<typeof sendSms>) | null;
  /** For work that continues after the answer. */
  queue: JobQueue;
  secrets: SecretBox;
  config: HttpConfig;
  proved: ProvedTokens;
  /** The number of calls per caller; the defaults when omitted. */
  callsAMinute?: CallsAMinute;
  files: FileStore;
  /** Returns the frames for a browser that cannot open a WebSocket. */
  liveCalls: LiveHub['poll'];
  /** True when a connection is the live view of a signed-in person. */
  isLive(socket: Duplex): boolean;
  /** The folder of the built web application; with null, a page explains that it is missing. */
  webRoot: string | null;
  /** The folder of the built offline basemap; null when there is none. */
  basemapRoot: string | null;
  mapFile: MapFile;
  mapIndex(): IndexState;
  /** What the gateways have seen. */
  gateways: Omit<Gateways, 'listen'>;
  /** The address at which devices reach the gateway. */
  gatewayHost: { host: string; loopbackOnly: boolean };
  readiness(): Promise<Readiness>;
  /** The disk of DATA_DIR; null when it cannot be read. */
  disk(): Promise<DiskSpace | null>;
  proxyWatch: ProxyWatch;
  clockWatch: Pick<ClockWatch, 'found'>;
  refusedConnection: WebMetrics['refused'];
  /** Records a response of the web port. */
  responded: WebMetrics['responded'];
  /** Prometheus text. */
  metrics(): Promise<string>;
  /** What the process knows about itself, for the operator. */
  status: StatusSources;
  operationTimes: OperationTimer;
  /** Addresses for coordinates. */
  places: Places;
  /** Null when none is configured. */
  router: FetchBlock | null;
}
