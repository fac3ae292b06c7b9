import { auditedBy } from '@milepost/contract/operation';
import { type OperationName, OPERATIONS } from '@milepost/contract/operations';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ADMINISTRATOR, DRIVER } from '../store/roles/basic-roles.ts';
import { onlyRow } from '../store/rows.ts';
import { addOfficeRecords } from '../testing/add-office-records.ts';
import { everythingOf } from '../testing/everything-of.ts';
import { ROUTE_NAMES } from '../testing/expected-access.ts';
import { foreignInput } from '../testing/foreign-input.ts';
import { subjectOf } from '../testing/foreign-subjects.ts';
import { runInput } from '../testing/route-world.ts';
import { httpFixture, type HttpFixture } from '../testing/http-fixture.ts';
import { addOrganisation, addUser } from '../testing/organisations.ts';
import type { TestBrowser } from '../testing/test-browser.ts';
import { validInput } from '../testing/valid-input.ts';

/**
 * Two people open the same record: the one who saves second is informed, and nothing of the first one's change is
 * overwritten. Covers every call that takes a version, so that new ones are tested, too.
 */
let fixture: HttpFixture;
let ana: TestBrowser;
let luis: TestBrowser;
let world: Awaited<ReturnType<typeof makeWorld>>;

type Input = Record<string, unknown>;

beforeAll(async () => {
  fixture = await httpFixture();
  const add = (username: string) =>
    addUser(fixture.database, {
      username,
      password: 'pass-word',
      organisationId: 1,
      grants: ADMINISTRATOR.grants,
      priority: 1,
    });
  await add('ana');
  await add('luis');
  ana = await fixture.signedIn('ana', 'pass-word');
  luis = await fixture.signedIn('luis', 'pass-word');
  world = await makeWorld();
});
afterAll(() => fixture.close());

async function makeWorld() {
  const device = (await ana.call('save-device', { identity: 'W-1' })).device?.id ?? 0;
  const group = (await ana.call('save-group', { name: 'World' })).group?.id ?? 0;
  const driver = (await ana.call('save-driver', { name: 'World' })).driver?.id ?? 0;
  const vehicle = (await ana.call('save-vehicle', { registration: 'W 1', deviceId: device })).vehicle?.id ?? 0;
  const organisation = await addOrganisation(fixture.database, 'World', 1);
  const role = (await ana.call('save-role', { name: 'World', priority: 900, grants: [] })).role?.id ?? 0;
  const user = await addUser(fixture.database, {
    username: 'world',
    password: 'pass-word',
    organisationId: 1,
    grants: DRIVER.grants,
    priority: 40,
  });
  const place = (await ana.call('save-place', { name: 'World', lat: 0, lon: 0 })).place?.id ?? 0;
  const fence = (await ana.call('save-fence', validInput('save-fence'))).fence?.id ?? 0;
  const plan = (await ana.call('save-plan', { name: 'World', price: 100, months: 1 })).plan?.id ?? 0;
  const rows = await fixture.database.query<{ installation: number; menu: number }>(
    `SELECT (SELECT id FROM installations WHERE vehicle_id = $1) AS installation,
            (SELECT id FROM menus WHERE key = 'vehicles') AS menu`,
    [vehicle],
  );
  const office = await addOfficeRecords(ana, 'World', { vehicle, to: user });
  return { device, group, driver, vehicle, organisation, role, user, place, fence, plan, ...onlyRow(rows), ...office };
}

const versioned = ROUTE_NAMES.filter((name) => 'version' in OPERATIONS[name].input.shape);

/** Additional input that makes a call valid, and the record that is changed by calls that create none. */
const MORE: Partial<Record<OperationName, () => Input | Promise<Input>>> = {
  'save-vehicle': () => ({ deviceId: undefined }),
  'save-menu': () => ({ id: world.menu }),
  'save-installation': () => ({ id: world.installation }),
  'save-vehicle-engine': () => ({ vehicleId: world.vehicle }),
  'save-user': () => ({ id: world.user, username: 'someone', organisationId: 1, limit: null }),
  'save-organisation-settings': () => ({ id: world.organisation }),
  'save-retention': () => ({ id: world.organisation }),
  'save-alarm-rule': () => ({ channels: undefined }),
  'save-territory': () => ({ nextManagerId: null }),
  'save-subscription': () => ({ organisationId: world.organisation }),
  'save-route-plan': async () => ({
    routeId: (await ana.call('save-route', { name: 'Of a plan' })).route?.id,
    vehicleId: null,
    driverId: null,
  }),
  'save-budget': () => ({ groupId: null }),
  'save-task': () => ({ recordKind: null, recordId: null, assigneeId: null }),
  'save-saved-report': () => ({ shared: true }),
  'change-run': async () => {
    const { run } = await ana.call('get-run-by-id', { id: world.routeRun });
    if (!run) throw new Error('no run');
    return runInput(run);
  },
  'close-work-order': () => ({ id: world.workOrder }),
};
/** Records that only one person may change: the same person does so in another window. */
const OWN: readonly OperationName[] = ['update-profile', 'save-report-schedule'];
/** Where another operation makes the competing change: a completed record cannot be closed again. */
const THEIRS: Partial<Record<OperationName, [OperationName, () => Input]>> = {
  'close-work-order': ['save-work-order', () => ({ title: 'Of Luis', vehicleId: world.vehicle })],
};
/** Text fields that are changed to compete; for some operations another field, with both new values. */
const TEXTS = ['name', 'title', 'registration', 'displayName', 'note', 'task', 'number', 'model'];
const CHANGED: Partial<Record<OperationName, [field: string, luis: unknown, ana: unknown]>> = {
  'save-vehicle-engine': ['speedFactor', 1.1, 1.2],
  'save-organisation-settings': ['movingKph', 7, 8],
  'save-retention': ['positions', 500, 600],
  'save-report-schedule': ['time', '08:00', '09:00'],
  'close-work-order': ['billNumber', '1', '2'],
  'save-private-rule': ['button', { attribute: 'input2', value: 1 }, { attribute: 'input2', value: 2 }],
  'save-budget': ['amount', 101, 102],
  'save-route-plan': ['startMin', 490, 500],
  'change-run': ['startMin', 500, 510],
};

async function inputOf(name: OperationName): Promise<Input> {
  const { id: _id, organisationId: _own, ...input } = foreignInput(name, world);
  return { ...input, ...(await MORE[name]?.()) };
}

function changedInput(name: OperationName, input: Input, by: 'Luis' | 'Ana'): Input {
  const field = TEXTS.find((each) => each in OPERATIONS[name].input.shape);
  const [changed, ofLuis, ofAna] = CHANGED[name] ?? [field, 'Of Luis', 'Of Ana'];
  if (changed === undefined) throw new Error(`${name}: which field does another person change?`);
  return { ...input, [changed]: by === 'Luis' ? ofLuis : ofAna };
}

/** The record in an answer. */
function savedOf(answer: object): { id?: number; version: number } {
  const records: unknown[] = [answer, ...Object.values(answer)];
  const found = records.find((each): each is { id?: number; version: number } => {
    return typeof each === 'object' && each !== null && 'version' in each;
  });
  if (!found) throw new Error(`no version in ${JSON.stringify(answer)}`);
  return found;
}

/** The subjects of the newest entries of the audit log, and the number of its last one. */
async function loggedSince(last: number) {
  const { rows } = await fixture.database.query<{ id: number; subject: string }>(
    'SELECT id::int, subject FROM audit_log WHERE id > $1 ORDER BY id',
    [last],
  );
  return { subjects: new Set(rows.map(({ subject }) => subject)), last: rows.at(-1)?.id ?? last };
}

const stored = async () => {
  const { rows } = await fixture.database.query(
    `SELECT (SELECT jsonb_agg(m ORDER BY m.id) FROM menus m) AS menus,
            (SELECT jsonb_agg(p ORDER BY p.role_id, p.menu_id) FROM role_permissions p) AS grants,
            (SELECT jsonb_agg(o ORDER BY o.id) FROM organisations o) AS organisations,
            (SELECT jsonb_agg(s ORDER BY s.id) FROM sensors s) AS sensors,
            (SELECT jsonb_agg(s ORDER BY s.id) FROM sensor_profiles s) AS sensor_profiles,
            (SELECT jsonb_agg(p ORDER BY p.id) FROM route_plans p) AS plans,
            (SELECT jsonb_agg(p ORDER BY p.id) FROM json_profiles p) AS json,
            (SELECT jsonb_agg(p ORDER BY p.id) FROM layout_profiles p) AS layouts`,
  );
  return JSON.stringify([rows, await everythingOf(fixture.database, { ...world, organisation: 1 })]);
};

test.each(versioned)('%s never overwrites what somebody else saved meanwhile', async (name) => {
  const input = await inputOf(name);
  const theirCall = THEIRS[name];
  const first = theirCall
    ? await ana.call(theirCall[0], { ...theirCall[1](), id: input['id'] })
    : await ana.call(name, input);
  expect(first.status, `${first.message} ${JSON.stringify(first.fields)}`).toBe(200);
  const read = savedOf(first);
  const shown = {
    ...input,
    ...('id' in OPERATIONS[name].input.shape && { id: read.id ?? input['id'] }),
    version: read.version,
  };

  const [other, who] = OWN.includes(name) ? [ana, 'ana'] : [luis, 'luis'];
  const theirs = theirCall
    ? await other.call(theirCall[0], { ...theirCall[1](), id: input['id'], note: 'Of Luis' })
    : await other.call(name, changedInput(name, shown, 'Luis'));
  expect(theirs.status, theirs.message).toBe(200);
  expect(savedOf(theirs).version).toBeGreaterThan(read.version);

  const before = await stored();
  const late = await ana.call(name, changedInput(name, shown, 'Ana'));
  expect(late).toMatchObject({ status: 409, code: 'changed-meanwhile', params: { who } });
  expect(await stored()).toBe(before);

  const { last } = await loggedSince(0);
  // With the version that the other person saved, the change is accepted.
  const next = { ...changedInput(name, shown, 'Ana'), version: savedOf(theirs).version };
  const after = await ana.call(name, next);
  expect(after.status, after.message).toBe(200);

  const { subjects } = await loggedSince(last);
  expect(subjects.size).toBeGreaterThan(0);
  expect(auditedBy(OPERATIONS[name])).toEqual(expect.arrayContaining([...subjects]));
});

test('who deletes and restores records leaves entries of the subjects that the calls name', async () => {
  const ids: Readonly<Record<string, number>> = world;
  const done: string[] = [];
  for (const name of ROUTE_NAMES) {
    const restore = ROUTE_NAMES.find(
      (other) => name.startsWith('delete-') && other === name.replace('delete', 'restore'),
    );
    const id = ids[subjectOf(name) ?? ''];
    if (!restore || id === undefined) continue;
    const input = 'ids' in OPERATIONS[name].input.shape ? { ids: [id] } : { id };
    const { last } = await loggedSince(0);
    // A record on which others depend cannot be deleted, so it is skipped.
    if ((await ana.call(name, input)).status !== 200) continue;
    const { subjects } = await loggedSince(last);
    expect(auditedBy(OPERATIONS[name]), name).toEqual(expect.arrayContaining([...subjects]));
    expect((await ana.call(restore, input)).status, restore).toBe(200);
    const { subjects: restored } = await loggedSince(last);
    expect(auditedBy(OPERATIONS[restore]), restore).toEqual(expect.arrayContaining([...restored]));
    expect(restored.size > 0, name).toBe(auditedBy(OPERATIONS[name]).length > 0);
    done.push(name);
  }
  expect(done.length).toBeGreaterThan(12);
});
