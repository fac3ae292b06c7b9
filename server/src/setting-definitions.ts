import { isTopicFilter } from '@milepost/protocols/json-profile/topic-filter';
import { PROTOCOLS } from '@milepost/protocols/registry';
import { RasterMap } from '@milepost/contract/raster-map';
import { z } from 'zod';
import { parseBackupUrl } from './backup/backup-target.ts';
import { parseBrokerAddress } from './broker/broker-address.ts';
import { withOneHost } from './database/several-hosts.ts';
import { ROUTER_FORMS } from './distribution/routers/router.ts';
import { parseS3Address } from './files/s3-blobs.ts';
import { portSetting } from './gateway/device-ports.ts';
import { DEFAULT_LIMITS } from './gateway/limits.ts';
import { baseFault } from './http/base-path.ts';
import { NETWORK_ALIASES } from './http/trusted-proxies.ts';
import { parseNetwork } from './ip-address.ts';
import { GEOCODER_FORMS } from './places/geocoders/geocoder.ts';
import { ROLES } from './roles/role-names.ts';

export const port = z.coerce.number('must be a port number').int().min(0).max(65_535);
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

export const PROTOCOL_NAMES = PROTOCOLS.map(({ name }) => name);

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

/** Every setting but the ports of devices, with its form and its default. */
export const Environment = z.object({
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

/** True for an address, a network, or one of the names that Fastify has for networks. */
const isProxy = (text: string): boolean => Object.hasOwn(NETWORK_ALIASES, text) || parseNetwork(text) !== null;

/** An empty style is a choice: none. */
export const EMPTY_IS_SET = new Set(['MAP_STYLE_LIGHT', 'MAP_STYLE_DARK']);

/** The ports of devices. */
export const PORT_FIELDS = Object.fromEntries(
  PROTOCOLS.map((protocol) => [portSetting(protocol), port.default(protocol.defaultPort)]),
);
/** The names of all settings. */
export const SETTINGS: ReadonlySet<string> = new Set([...Object.keys(Environment.shape), ...Object.keys(PORT_FIELDS)]);

/** With the variables that name the file of a setting. */
export const WITH_FILES: ReadonlySet<string> = new Set([...SETTINGS, ...[...SETTINGS].map((name) => `${name}_FILE`)]);
