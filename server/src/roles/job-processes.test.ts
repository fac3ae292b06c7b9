import path from 'node:path';
import { FIXED_CSRF_VALUE } from '@milepost/contract/constants';
import * as gt06 from '@milepost/protocols/gt06/device';
import { PROTOCOLS } from '@milepost/protocols/registry';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { freePort } from '../database/free-port.ts';
import { portSetting } from '../gateway/device-ports.ts';
import { deviceClient } from '../testing/device-client.ts';
import { importFixture, type ImportFixture } from '../testing/import-fixture.ts';
import { testMailServer, type TestMailServer } from '../testing/mail-server.ts';
import { type ServerProcess, startServerProcess } from '../testing/server-process.ts';

/** The jobs in a process of their own, beside the one that devices and people reach: over one database. */

const FREE_PORTS = { PORT: '0', ...Object.fromEntries(PROTOCOLS.map((protocol) => [portSetting(protocol), '0'])) };
const IMEI = '356307042441096';
const within = { timeout: 30_000, interval: 100 };

let fixture: ImportFixture;
let mails: TestMailServer;
let settings: Record<string, string>;
const running: ServerProcess[] = [];

beforeAll(async () => {
  fixture = await importFixture();
  mails = await testMailServer();
  settings = {
    ...FREE_PORTS,
    DATABASE_URL: fixture.url,
    DATA_DIR: path.join(fixture.services.files.incoming, 'apart'),
    SECRET_KEY: 'ab'.repeat(32),
    DEMO: 'false',
    SMTP_URL: mails.url,
    MAIL_FROM: 'fleet@example.org',
    PUBLIC_URL: 'https://fleet.example.org',
    SECURE_COOKIES: 'false',
  };
}, 60_000);
afterEach(async () => {
  for (const one of running.splice(0)) {
    one.kill('SIGTERM');
    await one.exited;
  }
});
afterAll(async () => {
  await mails.close();
  await fixture.close();
});

function start(more: Record<string, string>): ServerProcess {
  const started = startServerProcess({ ...settings, ...more });
  running.push(started);
  return started;
}

/** Asks for a link to a new password, as a browser does. */
async function forgetPassword(web: number, username: string): Promise<number> {
  const origin = `http://127.0.0.1:${web}`;
  const post = (csrf: string, cookie: string, body: object) => {
    const xsrf = /XSRF-TOKEN=([^;]*)/.exec(cookie)?.[1] ?? '';
    const headers = { 'content-type': 'application/json', 'x-csrftoken': csrf, 'x-xsrf-token': xsrf, cookie, origin };
    return fetch(`${origin}/1700000000000.html`, { method: 'POST', headers, body: JSON.stringify(body) });
  };
  const begun = await post(FIXED_CSRF_VALUE, '', { route: 'get-csrf-token-preLogin' });
  const cookie = begun.headers
    .getSetCookie()
    .map((one) => one.split(';', 1)[0])
    .join('; ');
  const { csrfToken } = z.object({ csrfToken: z.string() }).parse(await begun.json());
  const reply = await post(csrfToken, cookie, { route: 'forgot-password', username });
  return z.object({ status: z.number() }).parse(await reply.json()).status;
}

const positions = async () =>
  (await fixture.database.query<{ count: number }>('SELECT count(*)::int AS count FROM positions')).rows[0]?.count ?? 0;

it('lets a device of an imported vehicle report without a new connection, and sends mails at once', async () => {
  const [web, port] = [await freePort(), await freePort()];
  start({
    ROLES: 'gateway,ingest,web',
    PORT: String(web),
    GATEWAY_GT06_PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${web}`,
  });
  const ready = () =>
    fetch(`http://127.0.0.1:${web}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  await expect.poll(ready, within).toBe(true);
  const jobs = start({ ROLES: 'jobs' });

  const device = await deviceClient(port);
  device.send(gt06.encodeLogin(IMEI, 1));
  const report = (serial: number) => {
    const time = new Date(Date.now() - 600_000 + serial * 1000);
    device.send(
      gt06.encodePosition(
        { time, lat: -34.9, lon: -56.2, speedKph: 1, courseDeg: 0, satellites: 9, valid: true },
        serial,
      ),
    );
  };
  const { id } = await fixture.check(`Registration,Device\nNEW 1,${IMEI}\n`);
  expect(await fixture.admin.call('run-import', { id })).toMatchObject({ status: 200 });
  let serial = 1;
  await expect
    .poll(async () => {
      report((serial += 1));
      return positions();
    }, within)
    .toBeGreaterThan(0);
  device.close();

  await fixture.database.query(`UPDATE users SET email = 'admin@example.org' WHERE username = 'admin'`);
  expect(await forgetPassword(web, 'admin')).toBe(200);
  // Without the event, the next sweep would find it after up to five minutes.
  await expect.poll(() => mails.messages.map(({ to }) => to), within).toEqual(['admin@example.org']);
  const status = await fixture.admin.call('get-server-status');
  expect(status.processes).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ name: expect.stringContaining(`${jobs.pid} on `) as unknown, roles: ['jobs'] }),
    ]),
  );
  expect(jobs.output()).not.toMatch(/"level":(?:50|60)/);
}, 120_000);

it('refuses a process of jobs beside a server that does them itself, and such a server beside one', async () => {
  const whole = start({});
  await expect.poll(() => whole.output(), within).toContain('Milepost is running');
  const beside = start({ ROLES: 'jobs' });
  expect(await beside.exited).toBe(1);
  expect(beside.output()).toContain('has all roles itself. Start it with fewer first, such as ROLES=gateway,ingest.');
  whole.kill('SIGTERM');
  await whole.exited;

  const jobs = start({ ROLES: 'jobs' });
  await expect.poll(() => jobs.output(), within).toContain('Milepost is running');
  const second = start({});
  expect(await second.exited).toBe(1);
  expect(second.output()).toMatch(
    /A process with fewer roles, Milepost \d+ on .* \(jobs\), connected from 127\.0\.0\.1, uses the database/,
  );
}, 120_000);
