import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Client } from 'pg';
import { createSecretBox } from '../../auth/secret-box.ts';
import { hasSecretKey, loadSecretKey } from '../../auth/secret-key.ts';
import type { Config } from '../../config.ts';
import { hostsOf } from '../../database/several-hosts.ts';
import { migrationNames } from '../../database/migrate.ts';
import { EMBEDDED_MAJOR } from '../../database/native.ts';
import { openExternal } from '../../database/open.ts';
import { reasonOf } from '../../fault.ts';
import { readDatabaseAhead } from '../../status/read-status.ts';
import { readKeyCheck } from '../../store/server-secrets.ts';
import { type Finding, finding } from './finding.ts';
import { ownerElsewhere } from '../../database/folder-owner.ts';
import { runningPostmaster } from '../../database/running.ts';
import { DatabaseClient } from '../../database/client.ts';

/** The oldest major version of PostgreSQL that works. */
const OLDEST = 15;
/** As in Administration: tracking uses the times of both. */
const CLOCKS_DIFFER_S = 30;

/** Whether the database is there, of a version and with rights that suffice, with a clock like ours. */
export async function checkDatabase(config: Config): Promise<Finding[]> {
  const found = finding('database');
  let url: string;
  try {
    const here =
      config.databaseUrl === null
        ? (runningPostmaster(config.dataDir)?.url ?? null)
        : await openExternal(config.databaseUrl);
    if (here === null) return [await checkCluster(config.dataDir)];
    url = here;
  } catch (fault) {
    return [found('fault', reasonOf(fault))];
  }
  const client = new DatabaseClient({
    connectionString: url,
    connectionTimeoutMillis: 5000,
    application_name: 'milepost-doctor',
  });
  client.on('error', () => {});
  try {
    await client.connect();
    return [
      await checkVersion(client),
      ...(config.databaseUrl === null ? [] : [await checkRights(client), await checkOthers(client)]),
      ...(hostsOf(url).length > 1 ? [await checkStandby(client)] : []),
      await checkMigrations(client),
      await checkClock(client),
      await checkKey(client, config),
    ];
  } catch (fault) {
    return [found('fault', `It does not answer: ${reasonOf(fault)}`)];
  } finally {
    await client.end().catch(() => {});
  }
}

/** The embedded one while no server runs: it is not started for this. */
async function checkCluster(dataDir: string): Promise<Finding> {
  const found = finding('database');
  const version = await readFile(path.join(dataDir, 'postgres/PG_VERSION'), 'utf8').catch(() => null);
  if (version === null) return found('ok', 'the embedded one is created at the first start');
  const elsewhere = await ownerElsewhere(dataDir);
  if (elsewhere !== null) {
    return found('warning', `the embedded one runs as ${elsewhere}. Run milepost doctor there to have it checked.`);
  }
  const major = version.trim();
  if (major === EMBEDDED_MAJOR) return found('ok', `the embedded one (${major}) is stopped; it starts with the server`);
  return found(
    'fault',
    `${dataDir}/postgres is of PostgreSQL ${major}, this Milepost has ${EMBEDDED_MAJOR}. Use the version that made it.`,
  );
}

async function checkVersion(client: Client): Promise<Finding> {
  const { rows } = await client.query<{ version: string }>("SELECT current_setting('server_version') AS version");
  const version = rows[0]?.version ?? '';
  const enough = Number.parseInt(version, 10) >= OLDEST;
  return finding('database')(
    enough ? 'ok' : 'fault',
    enough ? `PostgreSQL ${version}` : `PostgreSQL ${version} is too old; ${OLDEST} or newer is needed.`,
  );
}

async function checkRights(client: Client): Promise<Finding> {
  const found = finding('database rights');
  const { rows } = await client.query<{ tables: boolean; queue: boolean; search: boolean; name: string; user: string }>(
    `SELECT has_schema_privilege('public', 'CREATE') AS tables, current_user AS user, current_database() AS name,
       coalesce((SELECT has_schema_privilege(oid, 'CREATE') FROM pg_namespace WHERE nspname = 'pgboss'),
         has_database_privilege(current_database(), 'CREATE')) AS queue,
       EXISTS (SELECT FROM pg_extension WHERE extname = 'pg_trgm')
         OR has_database_privilege(current_database(), 'CREATE') AS search`,
  );
  const { tables, queue, search, name, user } = rows[0] ?? {
    tables: false,
    queue: false,
    search: false,
    name: '',
    user: '',
  };
  const cures = [
    ...(tables ? [] : [`GRANT CREATE ON SCHEMA public TO ${user}`]),
    ...(queue ? [] : [`CREATE SCHEMA pgboss AUTHORIZATION ${user}`]),
    ...(search ? [] : ['CREATE EXTENSION pg_trgm']),
  ];
  return cures.length === 0
    ? found('ok', `${user} may create what is needed`)
    : found('fault', `In ${name}, run: ${cures.join('; ')}`);
}

/** Whoever may connect to the database may listen to what the processes tell each other. */
async function checkOthers(client: Client): Promise<Finding> {
  const found = finding('database users');
  const { rows } = await client.query<{ all: boolean; name: string; user: string }>(
    `SELECT has_database_privilege('public', current_database(), 'CONNECT') AS all,
       quote_ident(current_database()) AS name, quote_ident(current_user) AS user`,
  );
  return rows[0]?.all === true
    ? found(
        'warning',
        `All users of this PostgreSQL may connect to the database, where live places pass. Run: GRANT CONNECT ON DATABASE ${rows[0].name} TO ${rows[0].user}; REVOKE CONNECT ON DATABASE ${rows[0].name} FROM PUBLIC`,
      )
    : found('ok', 'only those connect who were granted it');
}

/** With several hosts, a promotion loses what the standby did not have yet, unless commits wait for it. */
async function checkStandby(client: Client): Promise<Finding> {
  const found = finding('standby');
  const { rows } = await client.query<{ names: string; commit: string }>(
    `SELECT current_setting('synchronous_standby_names') AS names, current_setting('synchronous_commit') AS commit`,
  );
  const { names = '', commit = '' } = rows[0] ?? {};
  if (names === '') {
    return found(
      'warning',
      'Commits do not wait for a standby: what was acknowledged last is lost when one is promoted. Set synchronous_standby_names.',
    );
  }
  return commit === 'off' || commit === 'local'
    ? found('warning', `synchronous_commit is ${commit}, so commits do not wait for ${names}. Set it to on.`)
    : found('ok', `commits wait for ${names}`);
}

async function checkMigrations(client: Client): Promise<Finding> {
  const found = finding('migrations');
  const exists = await client.query<{ table: string | null }>(`SELECT to_regclass('public.migrations')::text AS table`);
  if (exists.rows[0]?.table == null) return found('ok', 'the database is empty; the first start fills it');
  const { rows } = await client.query<{ name: string }>('SELECT name FROM migrations ORDER BY name');
  const files = await migrationNames();
  const newer = rows.filter(({ name }) => !files.includes(name));
  if (newer[0]) {
    return found('fault', `A newer version of Milepost changed the database (${newer[0].name}). Update Milepost.`);
  }
  const due = files.length - rows.length;
  return found('ok', due === 0 ? `all ${rows.length} are applied` : `${due} are applied at the next start`);
}

async function checkClock(client: Client): Promise<Finding> {
  const ahead = await readDatabaseAhead(client);
  const differs = Math.abs(ahead) >= CLOCKS_DIFFER_S;
  const text = `the clocks of machine and database differ by ${Math.abs(ahead).toFixed(1)} s`;
  return finding('clock')(differs ? 'warning' : 'ok', differs ? `${text}. Synchronise both by NTP.` : text);
}

async function checkKey(client: Client, { secretKey, dataDir }: Config): Promise<Finding> {
  const found = finding('secret key');
  const has = await client.query<{ table: string | null }>(`SELECT to_regclass('server_secrets')::text AS table`);
  const check = has.rows[0]?.table == null ? null : await readKeyCheck(client);
  const source = secretKey === null ? `${dataDir}/secret.key` : 'SECRET_KEY';
  if (!check) return found('ok', 'none is used yet');
  if (secretKey === null && !(await hasSecretKey(dataDir))) {
    return found('fault', `${source} is missing, but the database was used with it. Restore it from a backup.`);
  }
  try {
    createSecretBox(await loadSecretKey(secretKey, dataDir)).open(check.sealed, check.context);
    return found('ok', `${source} is that of the database`);
  } catch {
    return found('fault', `${source} is not the key that this database was used with. Restore it from a backup.`);
  }
}
