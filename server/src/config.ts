import { englishOf, toFault } from '@milepost/contract/fault';
import { PROTOCOLS } from '@milepost/protocols/registry';
import { hostname } from 'node:os';
import path from 'node:path';
import type { z } from 'zod';
import type { DatabaseUse } from './database/server-lock.ts';
import type { RouterService } from './distribution/routers/router.ts';
import type { RouterTiles } from './distribution/routers/valhalla-tiles.ts';
import { StartError } from './errors.ts';
import { parseS3Address } from './files/s3-blobs.ts';
import { portSetting } from './gateway/device-ports.ts';
import { DEFAULT_LIMITS } from './gateway/limits.ts';
import { collectSettings, isSecretSetting, type Origin } from './given-settings.ts';
import { maskSetting } from './mask-setting.ts';
import { misspelledSettings, unknownPorts } from './misspelled-settings.ts';
import { refusedUrl } from './notify/outbound.ts';
import { type Role, ROLES } from './roles/role-names.ts';
import {
  EMPTY_IS_SET,
  Environment,
  PORT_FIELDS,
  PROTOCOL_NAMES,
  port,
  SETTINGS,
  WITH_FILES,
} from './setting-definitions.ts';
import { smsAddress } from './sms/send-sms.ts';

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
