import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { ensureBasics } from '../../auth/bootstrap.ts';
import { describeSettings, readConfig } from '../../config.ts';
import { isSecretSetting } from '../../given-settings.ts';
import { createJobQueue } from '../../jobs/job-queue.ts';
import { defineJob } from '../../jobs/define-job.ts';
import { testDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { runCommand } from '../run-command.ts';

let database: TestDatabase;
let root: string;

beforeAll(async () => {
  database = await testDatabase();
  root = await mkdtemp(path.join(tmpdir(), 'bundle-'));
  await ensureBasics(database.database, {});
}, 60_000);
afterAll(async () => {
  await database.close();
  await rm(root, { recursive: true });
});

/** A value for each secret setting, with "planted" in each of its secret parts. */
const PLANTED: Readonly<Record<string, string>> = {
  ADMIN_PASSWORD: 'planted "admin" \\ word',
  DATABASE_READ_URL: 'postgres://planted-reader:planted-word@standby-1:5432,standby-2/planted-fleet',
  SECRET_KEY: 'abcdef01'.repeat(8),
  BACKUP_KEY: 'abcdef02'.repeat(8),
  METRICS_TOKEN: 'planted-metrics-token',
  SMTP_URL: 'smtp://planted-user:planted%21word@127.0.0.1:7',
  FILES_URL: 'https://planted-key:planted-secret@s3.example/planted-bucket?region=eu-west-1',
  BACKUP_URL: 's3+http://planted-key2:planted-secret2@127.0.0.1:7/planted-bucket2',
  GEOCODER_URL: 'https://geo.example/planted-path?key=planted-geo',
  ROUTER_URL: 'https://router.example/planted-router',
  SMS_URL: 'https://sms.example/send?key=planted-sms&to={number}&text={text}',
  MQTT_URL: 'mqtts://planted-mqtt:planted-mqtt-word@broker.example:8883',
  OTEL_EXPORTER_OTLP_ENDPOINT: 'https://planted-otel:planted-otel-word@otel.example/planted-otlp',
  OTEL_EXPORTER_OTLP_HEADERS: 'api-key=planted-header',
};

async function bundle(environment: Record<string, string>, ...words: string[]) {
  const file = path.join(root, `${crypto.randomUUID()}.zip`);
  let out = '';
  const code = await runCommand(['support-bundle', '--into', file, ...words], {
    config: () => readConfig(environment),
    environment,
    logger: pino({ level: 'silent' }),
    out: (text) => (out += text),
    error: (text) => (out += text),
    signal: new AbortController().signal,
  });
  expect({ code, out }).toMatchObject({ code: 0 });
  const files: Record<string, string> = {};
  for (const [name, bytes] of Object.entries(unzipSync(await readFile(file)))) files[name] = strFromU8(bytes);
  return { files, text: Object.entries(files).flat().join('\n') };
}

test('has what helps, and none of the secrets of settings, data directory, database and log', async () => {
  const secretNames = describeSettings({}).settings.flatMap(({ name }) => (isSecretSetting(name) ? [name] : []));
  // A new secret setting must be planted here.
  expect(Object.keys(PLANTED)).toEqual(expect.arrayContaining(secretNames.filter((name) => name !== 'DATABASE_URL')));
  const dataDir = path.join(root, 'data');
  await mkdir(dataDir);
  await writeFile(path.join(dataDir, 'secret.key'), `${'abcdef03'.repeat(8)}\n`);
  await writeFile(path.join(dataDir, 'postgres-password'), 'planted-postgres\n');
  const db = database.database;
  const queue = createJobQueue(db, pino({ level: 'silent' }));
  await db.query(`INSERT INTO two_factor (user_id, secret) VALUES (1, 'planted-totp')`);
  await db.query(`INSERT INTO server_secrets (name, value) VALUES ('vapid', 'planted-push')`);
  await db.query(
    `INSERT INTO mails (organisation_id, recipient, subject, text, state)
     VALUES (1, 'planted@example.org', 'planted', 'planted-link', 'failed')`,
  );
  await queue.add(defineJob({ name: 'bundle', input: z.null(), run: async () => {} }), null);
  await queue.close();
  await db.query(
    `INSERT INTO pgboss.job (name, state, completed_on, output) VALUES ('bundle', 'failed', now(),
       '{"message": "POST https://hooks.example/planted-hook?token=planted-token failed"}')`,
  );
  const log = path.join(root, 'server.log');
  await writeFile(
    log,
    [
      'The key is abcdef01abcdef01abcdef01abcdef01abcdef01abcdef01abcdef01abcdef01 and abcdef03abcdef03abcdef03abcdef03abcdef03abcdef03abcdef03abcdef03',
      JSON.stringify({ msg: `signed in with ${PLANTED['ADMIN_PASSWORD']}, planted!word` }),
      '{"authorization":"Bearer mp_planted0123456789","url":"https://a.example/share/planted"}',
      'connected as planted-postgres, whsec_planted0123456789',
      'a harmless line',
    ].join('\n'),
  );
  const settings = {
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    PORT: '0',
    MAIL_FROM: 'fleet@example.org',
    ...PLANTED,
  };
  const { files, text } = await bundle(settings, '--log', log);
  expect(Object.keys(files).toSorted()).toEqual(
    [
      'versions.json',
      'settings.json',
      'doctor.json',
      'database.json',
      'healthz.json',
      'readyz.json',
      'metrics.txt',
      'log.txt',
    ].toSorted(),
  );
  expect(text).not.toMatch(/planted/i);
  expect(text).not.toMatch(/abcdef0[123]/);
  expect(files['log.txt']).toContain('a harmless line');
  expect(files['settings.json']).toContain('smtp://***@127.0.0.1:7');
  expect(files['database.json']).toMatch(/"name": "001_accounts\.sql"/);
  expect(files['database.json']).toContain('https://hooks.example/***');
  expect(JSON.parse(files['database.json'] ?? '')).toMatchObject({ stored: { files: 0 } });
  expect(files['doctor.json']).toContain('127.0.0.1 does not accept us');
});

test('is made with settings that have faults, too, without their values', async () => {
  const { files, text } = await bundle({
    PORT: 'x',
    SECRET_KEY: 'planted-and-wrong',
    DATABASE_URL: 'planted-nonsense',
  });
  expect(files['settings.json']).toContain('PORT: must be a port number');
  expect(Object.keys(files)).not.toContain('database.json');
  expect(text).not.toContain('planted');
});
