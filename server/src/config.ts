import { englishOf, toFault } from '@milepost/contract/fault';
import { refusedUrl } from './notify/outbound.ts';
import { smsAddress } from './sms/send-sms.ts';
import { hostname } from 'node:os';
import path from 'node:path';
import { RasterMap } from '@milepost/contract/raster-map';
import { PROTOCOLS } from '@milepost/protocols/registry';
import { z } from 'zod';
import type { DatabaseUse } from './database/server-lock.ts';
import { withOneHost } from './database/several-hosts.ts';
import { StartError } from './errors.ts';
import { ROUTER_FORMS, type RouterService } from './distribution/routers/router.ts';
import type { RouterTiles } from './distribution/routers/valhalla-tiles.ts';
import { GEOCODER_FORMS } from './places/geocoders/geocoder.ts';
import { isTopicFilter } from '@milepost/protocols/json-profile/topic-filter';
import { parseBackupUrl } from './backup/backup-target.ts';
import { parseBrokerAddress } from './broker/broker-address.ts';
import { portSetting } from './gateway/device-ports.ts';
import { parseS3Address } from './files/s3-blobs.ts';
import { collectSettings, isSecretSetting, type Origin } from './given-settings.ts';
import { DEFAULT_LIMITS } from './gateway/limits.ts';
import { baseFault } from './http/base-path.ts';
import { NETWORK_ALIASES } from './http/trusted-proxies.ts';
import { parseNetwork } from './ip-address.ts';
import { maskSetting } from './mask-setting.ts';
import { misspelledSettings, unknownPorts } from './misspelled-settings.ts';
import { type Role, ROLES } from './roles/role-names.ts';

const port = z.coerce.number('must be a port number').int().min(0).max(65_535);
const count = z.coerce.number('must be a number').int().min(1).max(10_000_000);
const flag = z.stringbool({ error: 'must be true or false' });

/** Accepts the zones of the runtime; the database checks its own list when the organisation is created. */
const timeZone = z.string().refine((name) => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}, 'must be a name such as America/Lima');

/** With several hosts, their primary is used, as with libpq. */
const databaseAddress = z
  .string()
  .transform(withOneHost)
  .pipe(z.url({ protocol: /^postgres(ql)?$/, error: 'must look like postgres://user:password@host:5432/database' }));

const profileIds = z
  .string()
  .regex(/^\s*(\d{1,9}\s*(,\s*\d{1,9}\s*)*)?$/, 'must be numbers with commas between them')
  .default('')
  .transform((text) => text.split(',').flatMap((part) => (part.trim() === '' ? [] : [Number(part)])));

/** Raster maps, such as satellite imagery: a JSON list, fully validated because browsers use its URLs. */
const rasters = z
  .string()
  .default('[]')
  .transform((text, context) => {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      context.addIssue('must be a JSON list of maps');
      return z.NEVER;
    }
  })
  .pipe(z.array(RasterMap, 'must be a JSON list of maps').max(8, 'must be at most 8 maps'))
  .refine((maps) => new Set(maps.map(({ name }) => name)).size === maps.length, 'must have names that differ');

/** The times of a job as cron has them; null for `off`. */
const schedule = z
  .string()
  .regex(/^(off|[\d*,/-]+( [\dA-Za-z*,/-]+){4})$/, 'must be off, or five fields of cron such as 30 1 * * *')
  .transform((text) => (text === 'off' ? null : text));

/** Headers for the collector as OpenTelemetry has them: `name=value,name=value`, values percent-encoded. */
const otlpHeaders = z
  .string()
  .default('')
  .transform((text, context) => {
    try {
      const pairs = text.split(',').filter((pair) => pair.trim() !== '');
      return Object.fromEntries(
        new Headers(
          pairs.map((pair): [string, string] => {
            const at = pair.indexOf('=');
            return [pair.slice(0, at).trim(), decodeURIComponent(pair.slice(at + 1).trim())];
          }),
        ),
      );
    } catch {
      context.addIssue('must look like authorization=Bearer%20abc,other=value');
      return z.NEVER;
    }
  });

const PROTOCOL_NAMES = PROTOCOLS.map(({ name }) => name);

const proxies = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  )
  .refine((parts) => parts.every((part) => isProxy(part)), 'must be addresses or networks such as 10.0.0.0/8');

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

const Environment = z.object({
  HOST: z.string().min(1).default('127.0.0.1'),
  PORT: port.default(8080),
  DATA_DIR: z.string().min(1).default('./data'),
  DATABASE_URL: databaseAddress.optional(),
  DATABASE_READ_URL: databaseAddress.optional(),
  DEMO: flag.default(false),
  DEMO_VEHICLES: z.coerce.number().int().min(1).max(2000).default(62),
  DEMO_PAST_DAYS: z.coerce.number().min(0).max(30).default(7),
  PACK_AFTER_DAYS: z.coerce.number('must be a number of days').int().min(2).max(400).default(3),
  TRACKING: flag.default(true),
  RECOMPUTE_FACTS: z.enum(['automatic', 'ask'], { error: 'must be automatic or ask' }).default('automatic'),
  TIME_ZONE: timeZone.optional(),
  ADMIN_PASSWORD: z.string().min(8, 'must have at least 8 characters').optional(),
  ROLES: z
    .string()
    .default(ROLES.join(','))
    .transform((text) => text.split(',').map((role) => role.trim()))
    .pipe(z.array(z.enum(ROLES, { error: `must be a list of ${ROLES.join(', ')}` })).min(1)),
  INGEST_HOST: z.string().min(1).default('127.0.0.1'),
  INGEST_PORT: port.default(0),
  INGEST_ADDRESS: z.string().min(1).optional(),
  LOG_LEVEL: z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`).default('info'),
  LOG_FORMAT: z.enum(['json', 'text'], { error: 'must be json or text' }).default('json'),
  GATEWAY_HOST: z.string().min(1).optional(),
  GATEWAY_PROTOCOLS: z
    .string()
    .default('all')
    .transform((text) => (text.trim() === 'all' ? PROTOCOL_NAMES : text.split(',').map((name) => name.trim())))
    .pipe(z.array(z.enum(PROTOCOL_NAMES, { error: `must be all, or a list of ${PROTOCOL_NAMES.join(', ')}` })).min(1)),
  MQTT_URL: z
    .string()
    .transform((text, context) => {
      const address = parseBrokerAddress(text);
      if (address) return address;
      context.addIssue('must look like mqtts://user:password@host:8883');
      return z.NEVER;
    })
    .optional(),
  MQTT_TOPICS: z
    .string()
    .default('owntracks/+/+,owntracks/+/+/event')
    .transform((text) => text.split(',').map((filter) => filter.trim()))
    .pipe(z.array(z.string().refine(isTopicFilter, 'must be topic filters such as fleet/+/position')).max(50)),
  MQTT_CLIENT_ID: z
    .string()
    .regex(/^[\w.-]{1,64}$/, 'must be up to 64 letters, digits and . _ -')
    .default('milepost'),
  PUBLIC_HOST: z.string().min(1).optional(),
  ADOPT_UNKNOWN: flag.default(false),
  GATEWAY_IDLE_SECONDS: count.default(DEFAULT_LIMITS.idleS),
  GATEWAY_MAX_CONNECTIONS: count.default(DEFAULT_LIMITS.maxConnections),
  GATEWAY_MAX_CONNECTIONS_PER_ADDRESS: count.default(DEFAULT_LIMITS.maxConnectionsPerAddress),
  GATEWAY_MAX_FRAMES_PER_SECOND: count.default(DEFAULT_LIMITS.maxFramesPerSecond),
  MAP_FILE: z.string().min(1).optional(),
  MAP_STYLE_LIGHT: z.url({ error: 'must be the address of a MapLibre style' }).or(z.literal('')).optional(),
  MAP_STYLE_DARK: z.url({ error: 'must be the address of a MapLibre style' }).or(z.literal('')).optional(),
  MAP_RASTERS: rasters,
  GEOCODER_URL: z.url({ protocol: /^https?$/, error: 'must look like https://nominatim.example.org' }).optional(),
  GEOCODER_FORM: z.enum(GEOCODER_FORMS, `must be one of ${GEOCODER_FORMS.join(', ')}`).default('nominatim'),
  GEOCODER_LANGUAGE: z
    .string()
    .regex(
      /^[a-zA-Z]{2,3}(-[a-zA-Z0-9]{2,8})*(,[a-zA-Z]{2,3}(-[a-zA-Z0-9]{2,8})*){0,4}$/,
      'must be languages such as hi,en',
    )
    .default(''),
  GEOCODER_PER_SECOND: z.coerce.number('must be a number').min(0.01).max(1000).default(1),
  ROUTER_URL: z.url({ protocol: /^https?$/, error: 'must look like https://osrm.example.org' }).optional(),
  ROUTER_FORM: z.enum(ROUTER_FORMS, `must be one of ${ROUTER_FORMS.join(', ')}`).default('osrm'),
  ROUTER_TILES: z.string().min(1).optional(),
  ROUTER_PROFILE: z
    .string()
    .regex(/^[\w-]{0,40}$/, 'must be a profile such as driving, or a costing such as truck')
    .default(''),
  SMS_URL: z
    .url({ protocol: /^https?$/, error: 'must look like https://sms.example.org/send?key=…&to={number}&text={text}' })
    .refine((url) => url.includes('{number}') && url.includes('{text}'), 'must contain {number} and {text}')
    .optional(),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/, error: 'must look like https://fleet.example.org' })
    .superRefine((url, context) => {
      const message = URL.canParse(url) ? baseFault(url) : null;
      if (message !== null) context.addIssue({ code: 'custom', message });
    })
    .optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must look like smtps://user:password@host:465' }).optional(),
  MAIL_FROM: z.string().min(3).optional(),
  SECRET_KEY: z
    .string()
    .regex(/^[0-9a-f]{64}$/i, 'must be 64 hexadecimal digits')
    .optional(),
  SECRET_KEY_RESET: flag.default(false),
  VEHICLE_INSTALLATION_PROFILE_IDS: profileIds,
  TERRITORY_SETTINGS_PROFILE_IDS: profileIds,
  SECURE_COOKIES: flag.optional(),
  TRUSTED_PROXIES: proxies,
  INGRESS_PROXIES: proxies,
  WEB_MAX_CONNECTIONS: count.default(10_000),
  WEB_MAX_CONNECTIONS_PER_ADDRESS: count.default(1000),
  FILES_URL: z
    .string()
    .refine((text) => parseS3Address(text) !== null, 'must look like https://KEY:SECRET@host/bucket?region=eu-west-1')
    .optional(),
  FILE_MAX_MB: z.coerce.number().int().min(1).max(4000).default(100),
  FILES_QUOTA_GB: z.coerce.number().min(0.001).max(1_000_000).default(20),
  BACKUP_URL: z
    .string()
    .transform((text, context) => {
      if (text === 'off') return null;
      const address = parseBackupUrl(text);
      if (address) return address;
      context.addIssue('must look like file:///mnt/backups/milepost or s3://KEY:SECRET@host/bucket?region=eu-west-1');
      return z.NEVER;
    })
    .optional(),
  BACKUP_KEY: z
    .string()
    .regex(/^[0-9a-f]{64}$/i, 'must be 64 hexadecimal digits')
    .optional(),
  BACKUP_SCHEDULE: schedule.default('30 1 * * *'),
  BACKUP_VERIFY_SCHEDULE: schedule.default('30 3 * * 0'),
  BACKUP_KEEP: z.coerce.number('must be a number of days').min(1).max(3650).default(14),
  BACKUP_LOG_SECONDS: z.coerce.number('must be a number of seconds').min(1).max(3600).default(30),
  BACKUP_BEFORE_UPGRADE: flag.default(true),
  METRICS_PORT: port.optional(),
  METRICS_HOST: z.string().min(1).optional(),
  METRICS_PUBLIC: flag.default(false),
  METRICS_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{16,200}$/, 'must have at least 16 characters, without spaces')
    .optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/, error: 'must look like http://127.0.0.1:4318' })
    .optional(),
  OTEL_EXPORTER_OTLP_HEADERS: otlpHeaders,
  OTEL_SERVICE_NAME: z.string().min(1).max(200).default('milepost'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number('must be a share from 0 to 1').min(0).max(1).default(1),
  WEBHOOK_PRIVATE_NETWORKS: flag.default(false),
  NODE_ENV: z.string().default('production'),
});

/** The same policy as for webhooks, checked at the start. */
function smsFault(values: { SMS_URL?: string | undefined; WEBHOOK_PRIVATE_NETWORKS: boolean } | undefined): string[] {
  if (values?.SMS_URL === undefined) return [];
  const refused = refusedUrl(smsAddress(values.SMS_URL, '100', 'x'), {
    privateNetworks: values.WEBHOOK_PRIVATE_NETWORKS,
  });
  return refused === null ? [] : [`SMS_URL: ${englishOf(toFault(refused))}`];
}

function metricsFaults(values: z.output<typeof Environment> | undefined): string[] {
  if (values === undefined) return [];
  const { PORT, METRICS_PORT, METRICS_HOST } = values;
  if (METRICS_PORT === undefined && METRICS_HOST !== undefined)
    return ['METRICS_HOST: must be set together with METRICS_PORT'];
  return METRICS_PORT === PORT && PORT !== 0 ? ['METRICS_PORT: must differ from PORT'] : [];
}

/** Null when none is configured. */
function routerOf(values: z.output<typeof Environment>): RouterService | RouterTiles | null {
  const { ROUTER_URL: url, ROUTER_FORM: form, ROUTER_TILES: tiles, ROUTER_PROFILE: profile } = values;
  if (tiles !== undefined) return { form: 'tiles', configFile: path.resolve(tiles), profile };
  return url === undefined ? null : { form, url, profile };
}

/** True for an address, a network, or one of the names that Fastify has for networks. */
const isProxy = (text: string): boolean => Object.hasOwn(NETWORK_ALIASES, text) || parseNetwork(text) !== null;

export type Config = ReturnType<typeof readConfig>;

/** What this process is to the others of its database; the embedded one has no others. */
export function databaseUseOf({ roles, databaseUrl }: Pick<Config, 'roles' | 'databaseUrl'>): DatabaseUse {
  if (databaseUrl === null || ROLES.every((role) => roles.has(role))) return 'alone';
  return roles.has('ingest') ? 'storing' : 'beside';
}

/** Whether a process with these roles does everything from a device to the database itself. */
const isComplete = (roles: readonly Role[]): boolean => roles.includes('gateway') && roles.includes('ingest');

/** The name of the machine where every address of it is meant. */
function addressOf(host: string): string {
  return host === '0.0.0.0' || host === '::' ? hostname() : host;
}

type Variables = Readonly<Record<string, string | undefined>>;

/** An empty style is a choice: none. */
const EMPTY_IS_SET = new Set(['MAP_STYLE_LIGHT', 'MAP_STYLE_DARK']);

const PORT_FIELDS = Object.fromEntries(
  PROTOCOLS.map((protocol) => [portSetting(protocol), port.default(protocol.defaultPort)]),
);
const SETTINGS: ReadonlySet<string> = new Set([...Object.keys(Environment.shape), ...Object.keys(PORT_FIELDS)]);

/** With the variables that name the file of a setting. */
const WITH_FILES: ReadonlySet<string> = new Set([...SETTINGS, ...[...SETTINGS].map((name) => `${name}_FILE`)]);

/** The settings as they are given, with every fault and warning about them. */
function parseSettings(environment: Variables) {
  const { values: given, origins, faults: found, warnings } = collectSettings(environment, SETTINGS, EMPTY_IS_SET);
  const names = [...Object.keys(environment).filter((name) => environment[name] !== ''), ...Object.keys(given)];
  const parsed = Environment.safeParse(given);
  const ports = PROTOCOLS.map((protocol) => {
    const name = portSetting(protocol);
    return { protocol: protocol.name, name, parsed: port.default(protocol.defaultPort).safeParse(given[name]) };
  });
  const misspelled = misspelledSettings([...new Set(names)], WITH_FILES);
  const faults = [
    ...found,
    ...misspelled.map(({ name, meant }) => `${name}: is not a setting. Did you mean ${meant}?`),
    ...(parsed.error?.issues ?? []).map((issue) => `${issue.path[0]?.toString()}: ${issue.message}`),
    ...ports.flatMap(({ name, parsed: one }) => one.error?.issues.map((issue) => `${name}: ${issue.message}`) ?? []),
    ...smsFault(parsed.data),
    ...(given['SMTP_URL'] !== undefined && given['MAIL_FROM'] === undefined
      ? ['MAIL_FROM: must be set together with SMTP_URL']
      : []),
    ...metricsFaults(parsed.data),
    ...(parsed.success && !isComplete(parsed.data.ROLES) && parsed.data.DATABASE_URL === undefined
      ? [
          'ROLES: a process without gateway and ingest needs DATABASE_URL; the embedded database belongs to the process with both',
        ]
      : []),
    ...(given['ROUTER_TILES'] !== undefined && given['ROUTER_URL'] !== undefined
      ? ['ROUTER_TILES: cannot be set together with ROUTER_URL']
      : []),
  ];
  warnings.push(
    ...unknownPorts([...new Set(names)], SETTINGS).map((name) => `${name} has no effect: there is no such protocol`),
  );
  // A typing error in the settings file is a fault already.
  const once = warnings.filter(
    (warning) =>
      !misspelled.some(({ name }) => warning.startsWith(`${name} in `) && warning.includes(' has no effect')),
  );
  return { given, origins, parsed, ports, faults, warnings: once };
}

/** A setting as `milepost config check` shows it, without what is secret in it. */
export interface DescribedSetting {
  name: string;
  /** Null when it is not set and has no default. */
  value: string | null;
  /** Null for the default. */
  origin: Origin | null;
}

/** Every setting with its masked value and origin, and all that is wrong with them. */
export function describeSettings(environment: Variables): {
  settings: DescribedSetting[];
  faults: string[];
  warnings: string[];
} {
  const { given, origins, faults, warnings } = parseSettings(environment);
  const fields: Record<string, z.ZodType> = { ...Environment.shape, ...PORT_FIELDS };
  const settings = Object.entries(fields).map(([name, field]) => {
    const text = given[name];
    const value = text === undefined ? defaultOf(field) : maskSetting(name, text);
    return { name, value, origin: origins.get(name) ?? null };
  });
  return { settings, faults, warnings };
}

/** The texts of all secret settings that are set, so that they can be removed from what is passed on. */
export function listSecrets(environment: Variables): string[] {
  const { values } = collectSettings(environment, SETTINGS, EMPTY_IS_SET);
  return Object.entries(values).flatMap(([name, text]) => (isSecretSetting(name) ? [text] : []));
}

function defaultOf(field: z.ZodType): string | null {
  const value: unknown = field.safeParse(undefined).data;
  if (Array.isArray(value)) return value.length === PROTOCOL_NAMES.length ? 'all' : value.join(',') || null;
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? `${value}` || null
    : null;
}

/**
 * The only reader of the environment and of the files that it names. Throws StartError with every fault, one per line. An
 * empty variable counts as not set, as in most service managers.
 */
export function readConfig(environment: Variables) {
  const { parsed, ports, faults, warnings } = parseSettings(environment);
  if (!parsed.success || faults.length > 0) throw new StartError(`The settings are wrong:\n  ${faults.join('\n  ')}`);
  const values = parsed.data;
  return {
    /** Warnings for the operator that do not prevent the start. */
    warnings,
    host: values.HOST,
    port: values.PORT,
    dataDir: path.resolve(values.DATA_DIR),
    databaseUrl: values.DATABASE_URL ?? null,
    databaseReadUrl: values.DATABASE_READ_URL ?? null,
    demo: values.DEMO,
    demoVehicles: values.DEMO_VEHICLES,
    demoPastDays: values.DEMO_PAST_DAYS,
    packAfterDays: values.PACK_AFTER_DAYS,
    tracking: values.TRACKING,
    recomputeFacts: values.RECOMPUTE_FACTS,
    adminPassword: values.ADMIN_PASSWORD ?? null,
    // The demo uses the zone of its city, unless one is given.
    timeZone: values.TIME_ZONE ?? (values.DEMO ? null : Intl.DateTimeFormat().resolvedOptions().timeZone),
    roles: new Set<Role>(values.ROLES),
    logLevel: values.LOG_LEVEL,
    logFormat: values.LOG_FORMAT,
    production: values.NODE_ENV === 'production',
    // Without a trailing slash, because paths are appended to it.
    publicUrl: values.PUBLIC_URL?.replace(/\/+$/, '') ?? null,
    mail: values.SMTP_URL && values.MAIL_FROM ? { smtpUrl: values.SMTP_URL, from: values.MAIL_FROM } : null,
    smsUrl: values.SMS_URL ?? null,
    profileLinks: {
      vehicleInstallation: values.VEHICLE_INSTALLATION_PROFILE_IDS,
      territorySettings: values.TERRITORY_SETTINGS_PROFILE_IDS,
    },
    secretKey: values.SECRET_KEY ?? null,
    secretKeyReset: values.SECRET_KEY_RESET,
    secureCookies: values.SECURE_COOKIES ?? values.PUBLIC_URL?.startsWith('https:') ?? false,
    trustedProxies: values.TRUSTED_PROXIES,
    ingressProxies: values.INGRESS_PROXIES,
    connections: { most: values.WEB_MAX_CONNECTIONS, perAddress: values.WEB_MAX_CONNECTIONS_PER_ADDRESS },
    files: {
      s3: values.FILES_URL === undefined ? null : parseS3Address(values.FILES_URL),
      maxBytes: values.FILE_MAX_MB * 1_000_000,
      quotaBytes: values.FILES_QUOTA_GB * 1e9,
    },
    /** Null when no backups are configured. */
    backup:
      values.BACKUP_URL == null
        ? null
        : {
            address: values.BACKUP_URL,
            key: values.BACKUP_KEY ?? null,
            schedule: values.BACKUP_SCHEDULE,
            verifySchedule: values.BACKUP_VERIFY_SCHEDULE,
            keepDays: values.BACKUP_KEEP,
            logSeconds: values.BACKUP_LOG_SECONDS,
            beforeUpgrade: values.BACKUP_BEFORE_UPGRADE,
          },
    /** Backups are made by other means, and nobody is warned that there are none. */
    backupsElsewhere: values.BACKUP_URL === null,
    /** Null when nothing is traced. */
    tracing:
      values.OTEL_EXPORTER_OTLP_ENDPOINT === undefined
        ? null
        : {
            endpoint: values.OTEL_EXPORTER_OTLP_ENDPOINT,
            headers: values.OTEL_EXPORTER_OTLP_HEADERS,
            serviceName: values.OTEL_SERVICE_NAME,
            ratio: values.OTEL_TRACES_SAMPLER_ARG,
          },
    metricsPublic: values.METRICS_PUBLIC,
    metricsToken: values.METRICS_TOKEN ?? null,
    /** The port for metrics and health alone; null for none. */
    metricsPort:
      values.METRICS_PORT === undefined
        ? null
        : { host: values.METRICS_HOST ?? '127.0.0.1', port: values.METRICS_PORT },
    privateNetworks: values.WEBHOOK_PRIVATE_NETWORKS,
    mapFile: values.MAP_FILE === undefined ? null : path.resolve(values.MAP_FILE),
    /** Null when it is not set. */
    mapStyleLight: values.MAP_STYLE_LIGHT ?? null,
    mapStyleDark: values.MAP_STYLE_DARK ?? null,
    geocoder:
      values.GEOCODER_URL === undefined
        ? null
        : {
            form: values.GEOCODER_FORM,
            url: values.GEOCODER_URL,
            language: values.GEOCODER_LANGUAGE,
            perSecond: values.GEOCODER_PER_SECOND,
          },
    router: routerOf(values),
    mapRasters: values.MAP_RASTERS,
    /** Where gateways in processes of their own reach this one. */
    ingestLink: {
      host: values.INGEST_HOST,
      port: values.INGEST_PORT,
      address: values.INGEST_ADDRESS ?? addressOf(values.INGEST_HOST),
    },
    broker: values.MQTT_URL
      ? { address: values.MQTT_URL, clientId: values.MQTT_CLIENT_ID, filters: values.MQTT_TOPICS }
      : null,
    gateway: {
      host: values.GATEWAY_HOST ?? values.HOST,
      publicHost: values.PUBLIC_HOST ?? null,
      adoptUnknown: values.ADOPT_UNKNOWN,
      protocols: PROTOCOLS.filter(({ name }) => values.GATEWAY_PROTOCOLS.includes(name)),
      ports: Object.fromEntries(ports.map(({ protocol, parsed: one }) => [protocol, one.data ?? 0])),
      limits: {
        ...DEFAULT_LIMITS,
        maxConnections: values.GATEWAY_MAX_CONNECTIONS,
        maxConnectionsPerAddress: values.GATEWAY_MAX_CONNECTIONS_PER_ADDRESS,
        idleS: values.GATEWAY_IDLE_SECONDS,
        maxFramesPerSecond: values.GATEWAY_MAX_FRAMES_PER_SECOND,
      },
    },
  };
}
