import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensureBasics } from '../../auth/bootstrap.ts';
import { openSecrets } from '../../auth/open-secrets.ts';
import { readConfig } from '../../config.ts';
import { testMailServer } from '../../testing/mail-server.ts';
import { testDatabase } from '../../testing/test-database.ts';
import { examine } from './examine.ts';

const logger = pino({ level: 'silent' });
let database: Awaited<ReturnType<typeof testDatabase>>;
let root: string;
let dataDir: string;

beforeAll(async () => {
  database = await testDatabase();
  root = await mkdtemp(path.join(tmpdir(), 'doctor-'));
  dataDir = path.join(root, 'data');
  await mkdir(dataDir, { mode: 0o700 });
  await mkdir(path.join(root, 'backups'));
  await ensureBasics(database.database, {});
  await openSecrets(database.database, { given: null, dataDir, reset: false, logger });
}, 60_000);
afterAll(async () => {
  await database.close();
  await rm(root, { recursive: true });
});

const examined = async (settings: Record<string, string>) => {
  const environment = { DATA_DIR: dataDir, DATABASE_URL: database.url, GATEWAY_PROTOCOLS: 'gt06', ...settings };
  const findings = await examine({ environment, config: () => readConfig(environment), logger });
  return {
    faults: findings.filter(({ state }) => state === 'fault').map(({ check }) => check),
    warnings: findings.filter(({ state }) => state === 'warning').map(({ check }) => check),
    text: findings.map(({ check, text }) => `${check}: ${text}`).join('\n'),
  };
};

test('finds no fault in an installation that is ready to start', async () => {
  const mail = await testMailServer();
  const { faults, text } = await examined({
    PORT: '0',
    GATEWAY_GT06_PORT: '0',
    SMTP_URL: mail.url,
    MAIL_FROM: 'fleet@example.org',
    BACKUP_URL: `file://${root}/backups`,
  });
  await mail.close();
  expect(faults).toEqual([]);
  expect(text).toMatch(/database: PostgreSQL \d+/);
  expect(text).toMatch(/migrations: all \d+ are applied/);
  expect(text).toMatch(/secret key: .*secret\.key is that of the database/);
  expect(text).toMatch(/database users: All users .*; REVOKE CONNECT ON DATABASE \w+ FROM PUBLIC/);
  expect(text).toMatch(/mail: 127\.0\.0\.1 accepts us; nothing was sent/);
  expect(text).toMatch(/backups can be written/);
  expect(mail.messages).toEqual([]);
});

test('names each fault, and what to do', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const address = other.address();
  const port = String(typeof address === 'object' && address ? address.port : 0);
  const map = path.join(root, 'map.pmtiles');
  await writeFile(map, 'no map');
  const { faults, warnings, text } = await examined({
    PORT: '0',
    GATEWAY_GT06_PORT: port,
    // Nobody listens on the port of echo, and the key is another.
    SMTP_URL: 'smtp://127.0.0.1:7',
    MAIL_FROM: 'fleet@example.org',
    SECRET_KEY: 'ab'.repeat(32),
    MAP_FILE: map,
    BACKUP_URL: `file://${root}/not-mounted`,
  });
  other.close();
  expect(faults).toEqual(['ports', 'secret key', 'mail', 'map file', 'backup']);
  expect(warnings).toEqual(expect.arrayContaining(['proxy', 'backup']));
  expect(text).toContain(`${port} on 127.0.0.1 is in use by another program. Stop it, or set GATEWAY_GT06_PORT.`);
  expect(text).toContain('SECRET_KEY is not the key that this database was used with.');
  expect(text).toContain('map.pmtiles is not used');
});

test('knows its own server while the database hangs, and calls none of its ports taken by another program', async () => {
  const server = createHttpServer((request, response) => {
    if (request.url === '/healthz') response.end(JSON.stringify({ status: 'ok', version: '1.2.3' }));
    else request.socket.destroy();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = String(typeof address === 'object' && address ? address.port : 0);
  const { faults, text } = await examined({ PORT: port, HOST: '127.0.0.1', GATEWAY_GT06_PORT: port });
  server.close();
  expect(faults).toEqual(['server']);
  expect(text).toContain(`version 1.2.3 runs on port ${port}, but does not report whether it is ready.`);
  expect(text).not.toContain('by another program');
});

test('says that the database cannot be opened, and all faults of the settings, without their secrets', async () => {
  const away = await examined({
    PORT: '0',
    GATEWAY_GT06_PORT: '0',
    DATABASE_URL: 'postgres://a:planted@127.0.0.1:7/fleet',
  });
  expect(away.faults).toEqual(['database']);
  const wrong = await examined({ PORT: 'x', SECRET_KEY: 'planted' });
  expect(wrong.faults).toEqual(['settings', 'settings']);
  expect(away.text + wrong.text).not.toContain('planted');
});
