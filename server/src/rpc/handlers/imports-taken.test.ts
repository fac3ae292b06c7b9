import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { importFixture, type ImportFixture } from '../../testing/import-fixture.ts';
import { addOrganisation, addUser } from '../../testing/organisations.ts';
import type { TestBrowser } from '../../testing/test-browser.ts';

let fixture: ImportFixture;
let tenant: TestBrowser;
const foreign = (index: number) => String(356_000_000_000_000 + index);

beforeAll(async () => {
  fixture = await importFixture();
  for (let index = 0; index < 12; index += 1) {
    await fixture.admin.call('save-device', { identity: foreign(index), protocol: 'gt06' });
  }
  const organisationId = await addOrganisation(fixture.database, 'Tenant');
  const all = ['view', 'create', 'edit', 'delete'] as const;
  const grants = { devices: [...all], vehicles: [...all], drivers: [...all] };
  await addUser(fixture.database, { username: 'tenant', password: 'pass-word', organisationId, grants });
  tenant = await fixture.signedIn('tenant', 'pass-word');
});
afterAll(() => fixture.close());
beforeEach(() => fixture.database.query('DELETE FROM sign_in_failures'));

/** Tries a file with `count` identities of other organisations and one that is free. */
async function tried(kind: 'device' | 'vehicle', count: number) {
  const identities = [...Array.from({ length: count }, (_none, index) => foreign(index)), '356999999999999'];
  const lines = identities.map((identity, index) => (kind === 'device' ? identity : `SBT ${index},${identity}`));
  const heading = kind === 'device' ? 'IMEI' : 'Registration,IMEI';
  const { id = 0 } = await fixture.send([heading, ...lines].join('\n'), 'guess.csv', tenant, kind);
  const columns = (kind === 'device' ? ['identity'] : ['registration', 'device']).map((field) => ({
    field,
    days: 'dmy' as const,
  }));
  const answer = await tenant.call('check-import', { id, columns, mode: 'new', create: true });
  const importLines = await tenant.call('get-import-lines', { id, states: ['fault', 'create'], pageSize: 500 });
  return {
    id,
    columns,
    answer,
    faults: importLines.rows?.flatMap(({ faults }) => faults.map(({ fault }) => fault.code)),
  };
}

test.each(['device', 'vehicle'] as const)(
  'a file of %ss reveals ten identities of other organisations, each in the audit log, then none',
  async (kind) => {
    const few = await tried(kind, 10);
    expect(few.answer.status).toBe(200);
    expect(few.faults).toEqual(Array.from({ length: 10 }, () => 'device-registered'));
    // The taken identities are not reported, and the free one does not reveal the others indirectly, either.
    const repeated = await tried(kind, 1);
    expect(repeated.answer).toMatchObject({ status: 429, retryAfterS: expect.any(Number) });
    expect(repeated.faults).toEqual([]);
    const none = await tried(kind, 0);
    expect(none.answer.status).toBe(429);
    const { rows } = await fixture.database.query<{ n: number }>(
      `SELECT count(DISTINCT after ->> 'identity')::int AS n FROM audit_log WHERE action = 'identity-taken'`,
    );
    expect(rows[0]?.n).toBe(10);
  },
);

test('a file with more than the limit of them reveals none, and can be retried later', async () => {
  const many = await tried('device', 12);
  expect(many.answer.status).toBe(429);
  expect(many.faults).toEqual([]);
  await fixture.database.query('DELETE FROM sign_in_failures');
  const { columns, id } = many;
  expect((await tenant.call('check-import', { id, columns, mode: 'new', create: true })).status).toBe(429);
});

test('successful ones, and devices of the own organisation, are not counted', async () => {
  for (let round = 0; round < 12; round += 1) expect((await tried('device', 0)).answer.status).toBe(200);
});
