import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openReadCopy, type ReadCopy } from '../database/read-copy.ts';
import { ADMIN_PASSWORD, httpFixture, type HttpFixture } from '../testing/http-fixture.ts';
import type { Queryable } from '../store/database.ts';
import { freePort } from '../database/free-port.ts';

let http: HttpFixture;
let copy: ReadCopy | null = null;
let opened = 0;
function openCounted(): ReturnType<ReadCopy['open']> {
  opened += 1;
  return copy?.open() ?? null;
}

beforeAll(async () => {
  http = await httpFixture({ readCopy: { open: openCounted, behindS: async () => 0, close: async () => {} } });
});
afterAll(() => http.close());

it('a report comes from the copy, and from the primary while that is away; a list never asks for the copy', async () => {
  const admin = http.browser();
  await admin.signIn('admin', ADMIN_PASSWORD);
  const report = () => admin.call('get-report', { kind: 'trips', from: '2026-01-01', to: '2026-01-02' });
  const logger = pino({ level: 'silent' });
  const there = openReadCopy(http.url, http.database, logger);
  copy = there;
  expect((await report()).status).toBe(200);
  expect(opened).toBe(1);
  // Another PostgreSQL that accepts writes, such as a former primary that woke up, knows nothing of what was withdrawn since.
  const primary = { query: async () => ({ rows: [{ lsn: '0/0', startedAt: '2026-01-01 00:00:00+00' }] }) };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of the pool, it only reads the position
  const other = openReadCopy(http.url, primary as unknown as Queryable, logger);
  copy = other;
  expect((await report()).status).toBe(200);
  expect(other.open()).toBeNull();
  opened -= 1;
  const away = openReadCopy(`postgres://127.0.0.1:${await freePort()}/away`, http.database, logger);
  copy = away;
  expect((await report()).status).toBe(200);
  expect(away.open()).toBeNull();
  expect(opened).toBe(2);
  expect((await admin.call('get-vehicle-list', {})).status).toBe(200);
  expect(opened).toBe(2);
  await Promise.all([there.close(), other.close(), away.close()]);
});
