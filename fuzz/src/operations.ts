import { type OperationName, OPERATIONS } from '@milepost/contract/operations';
import { type HttpFixture, httpFixture } from '@milepost/server/testing/http-fixture';
import { addUser } from '@milepost/server/testing/organisations';
import type { TestBrowser } from '@milepost/server/testing/test-browser';
import { validInput } from '@milepost/server/testing/valid-input';
import { pino } from 'pino';
import { mutateJson, mutateText } from './mutate.ts';
import type { Random } from './random.ts';
import { assertHolds, type Target } from './run-target.ts';

/** Operations excluded from the test, because they call other hosts. */
const OUTWARD: readonly string[] = ['test-webhook', 'test-push-browser', 'resend-webhook-delivery'];
const names = Object.keys(OPERATIONS).filter(
  (name): name is OperationName => name in OPERATIONS && !OUTWARD.includes(name),
);
const CALLERS = ['stranger', 'viewer', 'admin'] as const;
type CallerName = (typeof CALLERS)[number];
const PASSWORD = 'the password of the fuzzer';
const ANSWERS = [200, 400, 403, 404, 409, 422, 429];

/** Creates records that inputs with a small id find. */
async function seed(admin: TestBrowser): Promise<void> {
  for (const name of [
    'save-vehicle',
    'save-group',
    'save-driver',
    'save-fence',
    'save-place',
    'save-device',
  ] as const) {
    await admin.call(name, validInput(name));
  }
  for (const name of ['save-alarm-rule', 'save-webhook', 'create-api-token', 'save-role'] as const) {
    await admin.call(name, validInput(name));
  }
  await admin.call('save-vehicle', { id: 1, registration: 'SBA 1', deviceId: 1, groupId: 1, driverId: 1 });
}

async function callers(fixture: HttpFixture): Promise<Record<CallerName, TestBrowser>> {
  await fixture.database.query('DELETE FROM sign_in_failures');
  const guest = fixture.browser();
  guest.preLoginToken = (await guest.call('get-csrf-token-preLogin')).csrfToken ?? '';
  const [viewer, admin] = [await fixture.signedIn('viewer', PASSWORD), await fixture.signedIn('keeper', PASSWORD)];
  for (const one of [viewer, admin]) {
    one.preLoginToken = (await one.call('get-csrf-token-preLogin')).csrfToken ?? '';
  }
  return { stranger: guest, viewer, admin };
}

function bodyOf(random: Random, name: OperationName): unknown {
  const input = JSON.parse(JSON.stringify(validInput(name)).replaceAll('999999', String(random.pick([1, 2, 999_999]))));
  const changed: unknown = random.chance(0.1) ? input : mutateJson(random, input);
  const body = typeof changed === 'object' && changed !== null ? { ...changed, route: name } : changed;
  return random.chance(0.05) ? mutateText(random, JSON.stringify(body)) : body;
}

/**
 * Calls all operations of the real server with nearly valid bodies: without a session, as a viewer, and as an
 * administrator.
 */
export async function operationsTarget(): Promise<Target> {
  let logged = '';
  const logger = pino({ level: 'error' }, { write: (line: string) => (logged = line) });
  const fixture = await httpFixture({ logger }, { publicUrl: 'https://fleet.example.org' });
  const admin = await fixture.signedIn();
  const all = Object.fromEntries(((await admin.call('get-role-menu')).grants ?? []).map(({ key }) => [key, 1]));
  const grants = (actions: readonly ('view' | 'create' | 'edit' | 'delete')[]) =>
    Object.fromEntries(Object.keys(all).map((key) => [key, actions]));
  const user = { password: PASSWORD, organisationId: 1 };
  await addUser(fixture.database, { ...user, username: 'viewer', grants: grants(['view']), priority: 2 });
  const every = grants(['view', 'create', 'edit', 'delete']);
  await addUser(fixture.database, { ...user, username: 'keeper', grants: every, priority: 2 });
  await seed(admin);
  let browsers = await callers(fixture);
  let calls = 0;
  return {
    step: async (random, note) => {
      const name = random.pick(names);
      const who = random.pick(CALLERS);
      const body = bodyOf(random, name);
      note({ name, who, body });
      logged = '';
      // Requests are rate-limited by address, which is not tested here.
      const remoteAddress = `10.1.${(++calls >> 8) & 255}.${calls & 255}`;
      const browser = browsers[who];
      const reply = await browser.post({ body, headers: browser.headers(OPERATIONS[name].csrf), remoteAddress });
      const { status } = reply.json<{ status: number }>();
      assertHolds(reply.statusCode === 200 && ANSWERS.includes(status), `answered ${status}: ${logged}`);
      if (who !== 'stranger' && status === 400) browsers = await callers(fixture);
      assertHolds(reply.rawPayload.length < 5_000_000, `answered with ${reply.rawPayload.length} bytes`);
    },
    stop: async () => {
      await fixture.close();
    },
  };
}
