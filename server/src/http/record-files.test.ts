import { randomUUID } from 'node:crypto';
import { RECORD_KIND_NAMES, type RecordKind } from '@milepost/contract/record-kinds';
import { isOperationName, type OperationName, OPERATIONS } from '@milepost/contract/operations';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ADMINISTRATOR } from '../store/roles/basic-roles.ts';
import { addFile } from '../testing/add-file.ts';
import { addAlarm } from '../testing/alarm-fixture.ts';
import { addOfficeRecords } from '../testing/add-office-records.ts';
import { fileFixture, type FileFixture } from '../testing/file-fixture.ts';
import { addOrganisation, addUser } from '../testing/organisations.ts';
import { validInput } from '../testing/valid-input.ts';

/**
 * Files of every kind of record, for every kind of person: those who see a record see its files, those who may change
 * the record may change them, and nobody may change those of sent, signed, closed or billed records. The model below
 * restates these rules, and a kind or state without an entry does not compile.
 *
 * The records belong to a company with two vehicles, the first of which they concern. The seller is above it, the
 * branch below, the sister next to it.
 */
const CALLERS = [
  'owner',
  'viewer',
  'withoutMenus',
  'limited',
  'limitedToOther',
  'seller',
  'branch',
  'sister',
  'token',
  'readOnlyToken',
] as const;
type Who = (typeof CALLERS)[number];

interface KindModel {
  /** True when limited people see such a record, besides its owner, the viewer, and the seller above. */
  limited: boolean;
  limitedToOther: boolean;
  /** True when the record belongs to the whole organisation, so that limited people can only view it. */
  ofAll: boolean;
  /** The people who may change the record. */
  changedBy: 'organisation' | 'seller' | 'sender';
  tokens: boolean;
  /** The states of the record, and whether it can be changed in each. */
  states: Record<string, boolean>;
}

const OF_VEHICLE: KindModel = {
  limited: true,
  limitedToOther: false,
  ofAll: false,
  changedBy: 'organisation',
  tokens: true,
  states: { open: true },
};
const OF_NO_LIMITED: KindModel = { ...OF_VEHICLE, limited: false, ofAll: true };

const MODEL: Record<RecordKind, KindModel> = {
  vehicle: OF_VEHICLE,
  driver: { ...OF_VEHICLE, ofAll: true },
  device: OF_VEHICLE,
  fence: { ...OF_VEHICLE, ofAll: true },
  document: OF_VEHICLE,
  'service-plan': OF_NO_LIMITED,
  'work-order': { ...OF_VEHICLE, states: { open: true, done: false } },
  inspection: { ...OF_VEHICLE, states: { signed: false } },
  expense: { ...OF_VEHICLE, states: { submitted: true, approved: false } },
  // Records without a vehicle. Among them, only the outlet is on a route of a vehicle.
  contact: { ...OF_VEHICLE, limited: false },
  outlet: { ...OF_VEHICLE, ofAll: true },
  territory: OF_NO_LIMITED,
  route: { ...OF_VEHICLE, ofAll: true },
  run: OF_VEHICLE,
  subscription: { ...OF_NO_LIMITED, changedBy: 'seller' },
  invoice: { ...OF_NO_LIMITED, changedBy: 'seller', states: { billed: false } },
  task: OF_VEHICLE,
  message: {
    ...OF_NO_LIMITED,
    changedBy: 'sender',
    tokens: false,
    // The viewer received the sent message.
    states: { draft: true, sent: false },
  },
  alarm: OF_VEHICLE,
};
const CASES = RECORD_KIND_NAMES.flatMap((kind) => Object.keys(MODEL[kind].states).map((state) => ({ kind, state })));

function sees(who: Who, kind: RecordKind, state: string): boolean {
  const model = MODEL[kind];
  if (who === 'token' || who === 'readOnlyToken') return model.tokens;
  if (model.changedBy === 'sender') return who === 'owner' || (who === 'viewer' && state === 'sent');
  const seen: Record<Exclude<Who, 'token' | 'readOnlyToken'>, boolean> = {
    owner: true,
    viewer: true,
    withoutMenus: false,
    limited: model.limited,
    limitedToOther: model.limitedToOther,
    seller: true,
    branch: false,
    sister: false,
  };
  return seen[who];
}

function changes(who: Who, kind: RecordKind, state: string): boolean {
  const model = MODEL[kind];
  if (!sees(who, kind, state) || model.states[state] !== true) return false;
  if (who === 'viewer' || who === 'readOnlyToken') return false;
  if (who === 'limited' || who === 'limitedToOther') return !model.ofAll;
  return model.changedBy !== 'seller' || who === 'seller';
}

interface Caller {
  userId: number;
  organisationId: number;
  call(
    name: OperationName,
    input: Record<string, unknown>,
  ): Promise<{ status: number; rows?: unknown; token?: unknown }>;
  /** The status of fetching a file as a browser does. */
  fetch(fileId: number): Promise<number>;
}

interface MadeRecord {
  id: number;
  /** A document and a picture of the record. */
  paper: number;
  photo: number;
}

let fixture: FileFixture;
let callers: Record<Who, Caller>;
/** Keyed by kind and state. */
const records = new Map<string, MadeRecord>();

const PASSWORD = 'pass-word';
let company: number;
/** The content of the gallery and of the media list for each person, and a file that they may see. */
let doors: Record<Who, { media: Set<number>; gallery: Set<number>; held: number }>;

beforeAll(async () => {
  fixture = await fileFixture();
  const { database } = fixture;
  company = await addOrganisation(database, 'Company');
  const branch = await addOrganisation(database, 'Branch', company);
  const sister = await addOrganisation(database, 'Sister');
  const { grants } = ADMINISTRATOR;
  const viewing = Object.fromEntries(Object.keys(grants).map((menu) => [menu, ['view']])) as typeof grants;
  const person = async (username: string, organisationId: number, may = grants) => {
    const userId = await addUser(database, { username, password: PASSWORD, organisationId, grants: may });
    return browserOf(username, userId, organisationId);
  };
  const owner = await person('owner', company);
  const viewer = await person('viewer', company, viewing);
  const boss = await fixture.signedIn('owner', PASSWORD);
  const group = async (name: string) => (await boss.call('save-group', { name })).group?.id ?? 0;
  const groups = [await group('First'), await group('Second')];
  const limited = await person('limited', company);
  const limitedToOther = await person('other', company);
  for (const [at, { userId }] of [limited, limitedToOther].entries())
    await database.query('UPDATE users SET limited = true, limit_group_ids = $2 WHERE id = $1', [userId, [groups[at]]]);
  const { rows: admins } = await database.query<{ id: number }>(`SELECT id FROM users WHERE username = 'admin'`);
  callers = {
    owner,
    viewer,
    withoutMenus: await person('without', company, { dashboard: ['view'] }),
    limited,
    limitedToOther,
    seller: { ...(await browserOf('admin', admins[0]?.id ?? 0, 1, fixture.admin)) },
    branch: await person('branch', branch),
    sister: await person('sister', sister),
    token: await tokenOf(owner, false),
    readOnlyToken: await tokenOf(owner, true),
  };
  const ids = await addRecords(groups[0] ?? 0, viewer.userId);
  for (const [key, id] of Object.entries(ids)) records.set(key, { id, ...(await filesAt(key, id)) });
  // The final states are set after the files were attached.
  await database.query(`UPDATE expenses SET state = 'approved' WHERE id = $1`, [ids['expense/approved']]);
  const closing = { id: ids['work-order/done'], day: '2026-01-02' };
  expect((await boss.call('close-work-order', closing)).status).toBe(200);
  doors = {
    owner: await doorsOf('owner'),
    viewer: await doorsOf('viewer'),
    withoutMenus: await doorsOf('withoutMenus'),
    limited: await doorsOf('limited'),
    limitedToOther: await doorsOf('limitedToOther'),
    seller: await doorsOf('seller'),
    branch: await doorsOf('branch'),
    sister: await doorsOf('sister'),
    token: await doorsOf('token'),
    readOnlyToken: await doorsOf('readOnlyToken'),
  };
}, 60_000);
afterAll(() => fixture.close());

async function doorsOf(who: Who) {
  const caller = callers[who];
  const media = await caller.call('get-media-list', { pageSize: 100 });
  const gallery = await caller.call('get-gallery', { most: 200 });
  const held = await addFile(fixture, caller, `${who}.txt`);
  return { media: new Set(idsIn(media.rows)), gallery: new Set(idsIn(gallery.rows)), held };
}

async function browserOf(username: string, userId: number, organisationId: number, known?: FileFixture['admin']) {
  const browser = known ?? (await fixture.signedIn(username, PASSWORD));
  return {
    userId,
    organisationId,
    call: (name: OperationName, input: Record<string, unknown>) => browser.call(name, input),
    fetch: async (fileId: number) => (await fixture.get(`/files/${fileId}`, browser)).status,
  };
}

async function tokenOf(owner: Caller, readOnly: boolean): Promise<Caller> {
  const made = await owner.call('create-api-token', { name: `Token ${readOnly}`, readOnly });
  const authorization = `Bearer ${String(made.token)}`;
  return {
    ...owner,
    call: async (operation, input) =>
      (
        await fixture.app.inject({
          method: 'POST',
          url: '/1700000000000.html',
          headers: { authorization },
          payload: { route: operation, ...input },
        })
      ).json(),
    fetch: async (fileId) => (await fixture.get(`/files/${fileId}`, null, { authorization })).status,
  };
}

/** Adds one record for each kind and state. */
async function addRecords(groupId: number, viewerId: number): Promise<Record<string, number>> {
  const { database, admin } = fixture;
  const boss = await fixture.signedIn('owner', PASSWORD);
  const device = (await boss.call('save-device', { identity: 'OF-COMPANY-1' })).device?.id ?? 0;
  const driver = (await boss.call('save-driver', { name: 'Driver' })).driver?.id ?? 0;
  const fields = { registration: 'COMPANY 1', groupId, deviceId: device, driverId: driver };
  const vehicle = (await boss.call('save-vehicle', fields)).vehicle?.id ?? 0;
  const shape = { kind: 'circle' as const, centre: { lat: 0, lon: 0 }, radiusM: 100 };
  const fence = (await boss.call('save-fence', { name: 'Yard', shape, vehicleIds: [vehicle] })).fence?.id ?? 0;
  const office = await addOfficeRecords(boss, 'Company', { vehicle, to: viewerId });
  const task = (await boss.call('save-task', { title: 'Wash', recordKind: 'vehicle', recordId: vehicle })).task?.id;
  const second = await boss.call('save-expense', { ...validInput('save-expense'), vehicleId: vehicle });
  const order = await boss.call('save-work-order', { title: 'Brakes', vehicleId: vehicle });
  const letter = { peopleIds: [viewerId], subject: 'Draft', html: '<p>Hello</p>', key: randomUUID() };
  const draft = await boss.call('keep-message-draft', letter);
  const plan = (await admin.call('save-plan', { name: 'Tracking', price: 100, months: 1 })).plan?.id ?? 0;
  const agreed = { organisationId: company, planId: plan, fromDay: '2026-01-01' };
  const subscription = (await admin.call('save-subscription', agreed)).subscription?.id ?? 0;
  const billed = { ...validInput('create-invoice'), subscriptionId: subscription };
  const invoice = (await admin.call('create-invoice', billed)).invoice?.id ?? 0;
  const condition = { kind: 'overspeed', limitKph: 90 };
  const rule = (await boss.call('save-alarm-rule', { name: 'Fast', condition, allVehicles: true })).rule?.id ?? 0;
  const { rows } = await database.query<{ id: number }>('SELECT id FROM installations WHERE vehicle_id = $1', [
    vehicle,
  ]);
  const alarm = await addAlarm(database, {
    vehicleId: vehicle,
    installationId: rows[0]?.id ?? 0,
    ruleId: rule,
    severity: 'major',
    startedAt: '2026-02-01T10:00:00Z',
  });
  return {
    'vehicle/open': vehicle,
    'driver/open': driver,
    'device/open': device,
    'fence/open': fence,
    'document/open': office.document,
    'service-plan/open': office.servicePlan,
    'work-order/open': office.workOrder,
    'work-order/done': order.order?.id ?? 0,
    'inspection/signed': office.inspection,
    'expense/submitted': office.expense,
    'expense/approved': second.expense?.id ?? 0,
    'contact/open': office.contact,
    'outlet/open': office.outlet,
    'territory/open': office.territory,
    'route/open': office.route,
    'run/open': office.routeRun,
    'subscription/open': subscription,
    'invoice/billed': invoice,
    'task/open': task ?? 0,
    'message/draft': draft.id ?? 0,
    'message/sent': office.message,
    'alarm/open': alarm,
  };
}

/**
 * Attaches a document and a picture to a record directly in the store, because some files are attached when the record
 * is created.
 */
async function filesAt(key: string, recordId: number): Promise<{ paper: number; photo: number }> {
  const [kind = ''] = key.split('/');
  const bytes = await sharp({ create: { width: 2, height: 2, channels: 3, background: '#888' } })
    .png()
    .toBuffer();
  const by = { organisationId: company, userId: callers.owner.userId };
  const paper = await addFile(fixture, by, `${key} paper.txt`);
  const photo = await addFile(fixture, by, `${key} photo.png`, bytes);
  await fixture.database.query(
    `INSERT INTO file_links (organisation_id, file_id, record_kind, record_id, at, picture)
     SELECT $1, f.id, $3, $4, now(), f.kind = 'picture' FROM files f WHERE f.id = ANY($2)`,
    [company, [paper, photo], kind, recordId],
  );
  await fixture.database.query('UPDATE files SET orphan_since = NULL, held_by = NULL WHERE id = ANY($1)', [
    [paper, photo],
  ]);
  return { paper, photo };
}

const recordOf = (kind: RecordKind, state: string): MadeRecord => {
  const found = records.get(`${kind}/${state}`);
  if (!found) throw new Error(`no ${state} ${kind} was made`);
  return found;
};
const idsIn = (rows: unknown): number[] =>
  Array.isArray(rows) ? rows.map((row: { id: number; file?: { id: number } }) => row.file?.id ?? row.id) : [];
const REFUSED = [403, 404, 409];

/** Files, links and names of a record, as stored. */
async function stored({ id }: MadeRecord, kind: RecordKind): Promise<unknown> {
  const { rows } = await fixture.database.query(
    `SELECT f.id, f.name, f.taken_at, f.organisation_id FROM file_links l JOIN files f ON f.id = l.file_id
     WHERE l.record_kind = $1 AND l.record_id = $2 ORDER BY f.id`,
    [kind, id],
  );
  return rows;
}

test('a kind is closed to tokens if its operations are', () => {
  const byKind: Partial<Record<RecordKind, OperationName>> = { run: 'get-run-by-id', alarm: 'get-alarm' };
  for (const kind of RECORD_KIND_NAMES) {
    const name = byKind[kind] ?? `get-${kind}-by-id`;
    const access = isOperationName(name) ? OPERATIONS[name].access : null;
    expect(access, `calls about a ${kind}`).not.toBeNull();
    expect(MODEL[kind].tokens, kind).toBe(!(access !== null && typeof access === 'object' && 'person' in access));
  }
});

describe.each(CASES)('files of a record: $kind, $state', ({ kind, state }) => {
  test.each(CALLERS)('allow for %s what the record allows', async (who) => {
    const record = recordOf(kind, state);
    const caller = callers[who];
    const of = { recordKind: kind, recordId: record.id };
    const seen = sees(who, kind, state);
    // All ways of access agree.
    const list = await caller.call('get-file-list', of);
    expect(seen ? [200] : REFUSED, JSON.stringify(list)).toContain(list.status);
    expect(idsIn(list.rows).includes(record.paper)).toBe(seen);
    expect(await caller.fetch(record.paper)).toBe(seen ? 200 : 404);
    expect(await caller.fetch(record.photo)).toBe(seen ? 200 : 404);
    expect(doors[who].media.has(record.paper)).toBe(seen);
    expect(doors[who].gallery.has(record.photo)).toBe(seen);

    const before = await stored(record, kind);
    const may = changes(who, kind, state);
    const held = doors[who].held;
    const added = await caller.call('add-files', { ...of, fileIds: [held] });
    expect(may ? [200] : REFUSED, `add-files: ${JSON.stringify(added)}`).toContain(added.status);
    if (may) expect((await caller.call('remove-file', { ...of, fileId: held })).status).toBe(200);
    const removed = await caller.call('remove-file', { ...of, fileId: record.paper });
    expect(may ? [200] : REFUSED, `remove-file: ${JSON.stringify(removed)}`).toContain(removed.status);
    if (may) expect((await caller.call('add-files', { ...of, fileIds: [record.paper] })).status).toBe(200);
    const name = `${kind}/${state} paper by ${who}.txt`;
    const renamed = await caller.call('change-file', { fileId: record.paper, name, takenAt: null });
    expect(may ? [200] : REFUSED, `change-file: ${JSON.stringify(renamed)}`).toContain(renamed.status);
    if (may) {
      const back = { fileId: record.paper, name: `${kind}/${state} paper.txt`, takenAt: null };
      expect((await caller.call('change-file', back)).status).toBe(200);
    }
    expect(await stored(record, kind)).toEqual(before);
  });
});

test('a file that is also at a final record keeps the name that it had there', async () => {
  const vehicle = { recordKind: 'vehicle', recordId: recordOf('vehicle', 'open').id };
  const { paper } = recordOf('inspection', 'signed');
  const { owner } = callers;
  expect((await owner.call('add-files', { ...vehicle, fileIds: [paper] })).status).toBe(200);
  const change = { fileId: paper, name: 'Other.txt', takenAt: null };
  expect(await owner.call('change-file', change)).toMatchObject({ status: 409, code: 'inspection-signed' });
  expect((await owner.call('remove-file', { ...vehicle, fileId: paper })).status).toBe(200);
});

test('a photo that a driver uploaded with a stop stays at its run, whoever may change the run', async () => {
  const run = recordOf('run', 'open');
  const { owner } = callers;
  await fixture.database.query(
    `WITH word AS (INSERT INTO run_words (run_id, outlet_id, key, phone, said, phone_at, said_at)
       VALUES ($1, $2, gen_random_uuid(), gen_random_uuid(), 'done', now(), now()) RETURNING id)
     INSERT INTO run_word_photos (run_id, word_id, file_id, key) SELECT $1, id, $3, gen_random_uuid() FROM word`,
    [run.id, recordOf('outlet', 'open').id, run.photo],
  );
  const of = { recordKind: 'run', recordId: run.id };
  const refused = { status: 409, code: 'photo-of-driver' };
  expect(await owner.call('remove-file', { ...of, fileId: run.photo })).toMatchObject(refused);
  expect(await owner.call('change-file', { fileId: run.photo, name: 'B.png', takenAt: null })).toMatchObject(refused);
  expect((await owner.call('remove-file', { ...of, fileId: run.paper })).status).toBe(200);
});

test('a reopened work order may be changed again, and so may its files', async () => {
  const order = recordOf('work-order', 'done');
  const boss = await fixture.signedIn('owner', PASSWORD);
  expect((await boss.call('reopen-work-order', { id: order.id })).status).toBe(200);
  const removed = { recordKind: 'work-order', recordId: order.id, fileId: order.paper };
  expect((await callers.owner.call('remove-file', removed)).status).toBe(200);
});
