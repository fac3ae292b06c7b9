import { isOperationName, type OperationName, OPERATIONS } from '@milepost/contract/operations';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { httpFixture, type HttpFixture } from '../testing/http-fixture.ts';
import { addUser } from '../testing/organisations.ts';
import { routeWorld } from '../testing/route-world.ts';
import type { TestBrowser } from '../testing/test-browser.ts';

let fixture: HttpFixture;
let admin: TestBrowser;
let runId: number;
let outletId: number;
let driverId: number;
let vehicleId: number;
beforeAll(async () => {
  fixture = await httpFixture();
  admin = await fixture.signedIn();
  const world = await routeWorld(fixture, admin);
  ({ id: outletId } = await world.outlet('A', 0.01));
  await world.plan(await world.route(), [outletId]);
  ({ id: runId } = await world.firstRun());
  vehicleId = await world.vehicle('SBA 1');
  driverId = (await admin.call('save-driver', { name: 'Beto Paz' })).driver?.id ?? 0;
});
afterAll(() => fixture.close());

/** The headers of a call to a host: from one of its pages when an origin is given, otherwise from a script. */
function calledAt(host: string, origin?: string): Record<string, string> {
  const { origin: _, ...headers } = admin.headers('session');
  return { ...headers, host, ...(origin !== undefined && { origin }) };
}
const call = async (route: OperationName, input: object, headers: Record<string, string>) =>
  (await admin.post({ body: { route, ...input }, headers })).json<Record<string, unknown>>();
const rowsOf = async (table: string) =>
  (await fixture.database.query<{ count: number }>(`SELECT count(*)::int AS count FROM ${table}`)).rows[0]?.count;

const ANA = { username: 'ana', password: 'a password', organisationId: 1, grants: { vehicles: ['view'] } } as const;
const letter = { subject: 'Rain', html: '<p>Slow down</p>' };
/** The receipt id with which the sender of a message gives a driver another link. */
async function sentReceipt(): Promise<number> {
  const { id } = await admin.call('send-message', { ...letter, driverIds: [driverId] });
  return (await admin.call('get-message-by-id', { id })).message?.driverReceipts[0]?.id ?? 0;
}

interface PassedOn {
  route: OperationName;
  what: string;
  /** The table in which the link is stored. */
  table: string;
  input: () => object | Promise<object>;
}

/** Every operation that creates a link for another person. */
const PASSED_ON: readonly PassedOn[] = [
  { route: 'create-share', what: 'of a vehicle', table: 'shares', input: () => ({ vehicleId, hours: 2 }) },
  { route: 'create-run-link', what: 'of a driver', table: 'run_links', input: () => ({ runId }) },
  { route: 'create-run-link', what: 'of a customer', table: 'run_links', input: () => ({ runId, outletId }) },
  {
    route: 'send-message',
    what: 'of a driver without an account',
    table: 'messages',
    input: () => ({ ...letter, driverIds: [driverId] }),
  },
  {
    route: 'renew-driver-link',
    what: 'of the same, once more',
    table: 'messages',
    input: async () => ({ id: await sentReceipt() }),
  },
  {
    route: 'make-calendar-feed',
    what: 'of a calendar',
    table: 'calendar_feeds',
    input: () => ({ kinds: ['task'] }),
  },
  {
    route: 'save-user',
    what: 'of an invitation',
    table: 'users',
    input: () => ({
      username: 'noor',
      displayName: 'Noor',
      email: 'noor@example.org',
      roleId: 2,
      organisationId: 1,
    }),
  },
  {
    route: 'send-password-link',
    what: 'of a new password',
    table: 'password_links',
    input: async () => ({ id: await addUser(fixture.database, { ...ANA, email: 'ana@example.org' }) }),
  },
];
const OF_THE_CALLER: Partial<Record<OperationName, string>> = {
  'create-api-token': 'is no link',
  'open-own-run': 'opens in the window of the driver who calls',
};

test.each(PASSED_ON)('$route: no link $what is created when its address is unknown', async (one) => {
  const input = await one.input();
  const before = await rowsOf(one.table);
  const refused = await call(one.route, input, calledAt('10.0.0.7:8080'));
  expect(refused).toMatchObject({ status: 409, code: 'no-base' });
  expect(await rowsOf(one.table)).toBe(before);
  const made = await call(one.route, input, calledAt('10.0.0.7:8080', 'http://10.0.0.7:8080'));
  expect(made).toMatchObject({ status: 200 });
});

test('every operation that returns a token or links is in the table, or is for the caller alone', () => {
  const giving = Object.keys(OPERATIONS)
    .filter(isOperationName)
    .filter((name) => ['token', 'link', 'links'].some((key) => key in OPERATIONS[name].output.shape));
  const known = [...PASSED_ON.map(({ route }) => route), ...Object.keys(OF_THE_CALLER)];
  expect(giving.filter((name) => !known.includes(name))).toEqual([]);
  expect(giving.length).toBeGreaterThan(5);
});

const baseAt = async (headers: Record<string, string>) => (await call('get-setup', {}, headers))['linkBase'];

test('the application states before where links lead, or that none can be created', async () => {
  expect(await baseAt(calledAt('10.0.0.7:8080'))).toBeNull();
  expect(await baseAt(calledAt('10.0.0.7:8080', 'http://10.0.0.7:8080'))).toBe('http://10.0.0.7:8080');
  expect(await baseAt(calledAt('localhost'))).toBe('http://localhost');
  fixture.services.config.publicUrl = 'https://fleet.example.org/y';
  // Customers get no link to the address that the dispatcher uses in the internal network.
  expect(await baseAt(calledAt('10.0.0.7:8080', 'http://10.0.0.7:8080'))).toBe('https://fleet.example.org/y');
  fixture.services.config.publicUrl = null;
});
