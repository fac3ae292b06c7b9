import type { GatewayPort, Refusal } from '@milepost/contract/device-routes';
import type { Broker } from '@milepost/contract/json-profile-routes';
import type { RasterMap } from '@milepost/contract/raster-map';
import type { Logger } from 'pino';
import type { Duplex } from 'node:stream';
import type { ProvedTokens } from '../auth/proved-tokens.ts';
import type { SecretBox } from '../auth/secret-box.ts';
import type { Bus } from '../bus/bus.ts';
import type { DiskSpace } from '../disk.ts';
import type { FileStore } from '../files/file-store.ts';
import type { ProbeRecord } from '../gateway/probe-limit.ts';
import type { ClockWatch } from '../ingest/clock-watch.ts';
import type { JsonProfileRegistry } from '../gateway/json-profile-registry.ts';
import type { ContactLog } from '../gateway/contact-log.ts';
import type { LayoutProfileRegistry } from '../gateway/layout-profile-registry.ts';
import type { LiveHub } from '../live/live-hub.ts';
import type { MapFile } from '../map-file/map-file.ts';
import type { IndexState } from '../map-file/map-index.ts';
import type { JobQueue } from '../jobs/job-queue.ts';
import type { FetchBlock } from '../distribution/routers/router.ts';
import type { sendSms } from '../sms/send-sms.ts';
import type { Places } from '../places/places.ts';
import type { CallsAMinute } from '../rpc/call-budgets.ts';
import type { Database } from '../store/database.ts';
import type { ConnectionLimits } from './connection-guard.ts';
import type { ProxyWatch } from './proxy-watch.ts';
import type { Readiness } from './readiness.ts';
import type { WebMetrics } from './web-metrics.ts';

/** The part of the configuration that the web side needs. */
export interface HttpConfig {
  demo: boolean;
  /** Profile ids that see these links besides their menu. */
  profileLinks: { vehicleInstallation: number[]; territorySettings: number[] };
  /** Whether mails are sent; else they wait in the outbox. */
  mailConfigured: boolean;
  /** Whether SMS can be sent to devices. */
  smsConfigured: boolean;
  /** The address at which people reach the application, for links in mails; null where it is not set. */
  publicUrl: string | null;
  /** False also checks every answer against its schema. */
  production: boolean;
  /** URL of the MapLibre style to try first; empty: only the offline one. */
  mapStyleLight: string;
  mapStyleDark: string;
  mapRasters: readonly RasterMap[];
  /** [lon, lat, zoom] */
  mapHome: [number, number, number];
  /** True behind https: cookies are marked Secure whatever the request looked like. */
  secureCookies: boolean;
  /** Addresses of proxies whose X-Forwarded-… headers are believed; empty believes none. */
  trustedProxies: string[];
  /** The proxies whose `X-Ingress-Path` is the base of a request. */
  ingressProxies: string[];
  connections: ConnectionLimits;
  /** Webhooks and push may go to http and to private networks (WEBHOOK_PRIVATE_NETWORKS). */
  privateNetworks: boolean;
  /** Serve /metrics to others than this machine. */
  metricsPublic: boolean;
}

/** Everything the HTTP application is handed; it opens nothing by itself. */
export interface HttpServices {
  database: Database;
  /** For finding out who calls and for signing in: connections that no other call takes. */
  vital: Database;
  /** For calls whose weight is heavy. */
  heavy: Database;
  bus: Bus;
  logger: Logger;
  /** Gives an SMS to a person to the provider; null: none is set. */
  sms: ((sms: { number: string; text: string }) => ReturnType<typeof sendSms>) | null;
  /** For work that goes on after the answer. */
  queue: JobQueue;
  secrets: SecretBox;
  config: HttpConfig;
  proved: ProvedTokens;
  /** How many calls each may make; the usual where left out. */
  callsAMinute?: CallsAMinute;
  files: FileStore;
  /** Gives a browser whose WebSocket is refused on the way its frames. */
  liveCalls: LiveHub['poll'];
  /** Whether a connection is the live view of somebody who is signed in. */
  isLive(socket: Duplex): boolean;
  /** The built web application; null answers with a page that says so. */
  webRoot: string | null;
  /** The built offline basemap; null has none. */
  basemapRoot: string | null;
  mapFile: MapFile;
  mapIndex(): IndexState;
  /** Devices that contacted the gateway lately, newest first. */
  knocks: Pick<ContactLog, 'list' | 'inFull' | 'await'>;
  /** Networks that guess identities. */
  guessers(): ProbeRecord[];
  /** Where devices reach the gateway. */
  gatewayHost: { host: string; loopbackOnly: boolean };
  gatewayPorts(): GatewayPort[];
  /** How JSON messages of devices are read, and those that nobody described; null where the gateway runs elsewhere. */
  jsonBook(): Pick<JsonProfileRegistry, 'unknown' | 'readBy'> | null;
  /** How frames in layouts of makers are read; null where the gateway runs elsewhere. */
  layoutBook(): Pick<LayoutProfileRegistry, 'readBy'> | null;
  /** The MQTT broker of the operator's; null where none is set. */
  broker(): Broker | null;
  /** What the gateway refused since the start, newest first. */
  gatewayRefusals(): Refusal[];
  readiness(): Promise<Readiness>;
  /** The disk of DATA_DIR; null where it cannot be read. */
  disk(): Promise<DiskSpace | null>;
  proxyWatch: ProxyWatch;
  clockWatch: Pick<ClockWatch, 'found'>;
  refusedConnection: WebMetrics['refused'];
  /** Prometheus text. */
  metrics(): Promise<string>;
  /** Places in words. */
  places: Places;
  /** Null: none is set. */
  router: FetchBlock | null;
}
