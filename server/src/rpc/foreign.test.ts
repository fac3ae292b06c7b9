import type { Operation } from '@milepost/contract/operation';
import { type OperationName, OPERATIONS } from '@milepost/contract/operations';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ADMINISTRATOR } from '../store/roles/basic-roles.ts';
import type { Queryable } from '../store/database.ts';
import { onlyRow } from '../store/rows.ts';
import { insertImport } from '../store/imports/change-imports.ts';
import { addFile } from '../testing/add-file.ts';
import { addAlarm } from '../testing/alarm-fixture.ts';
import { addOfficeRecords } from '../testing/add-office-records.ts';
import { httpFixture, type HttpFixture } from '../testing/http-fixture.ts';
import { addOrganisation, addUser } from '../testing/organisations.ts';
import { everythingOf } from '../testing/everything-of.ts';
import { foreignInput } from '../testing/foreign-input.ts';
import type { ForeignSubject } from '../testing/foreign-subjects.ts';
import type { TestBrowser } from '../testing/test-browser.ts';
import { validInput } from '../testing/valid-input.ts';

/**
 * Calls every operation as people who have all permissions in their own company, with the ids of another company's
 * records: of a sister company, and from a branch with those of the company above. Everything that belongs to that
 * company contains the mark.
 */
const MARK = 'Zanzibar';
const names = Object.keys(OPERATIONS).filter((name): name is OperationName => name in OPERATIONS);

test('every operation whose input refers to records declares it, and no other does', () => {
  const naming = names.filter((name) =>
    ['id', 'ids', 'earlier'].some((field) => field in OPERATIONS[name].input.shape),
  );
  const specs: [string, Operation][] = Object.entries(OPERATIONS);
  expect(specs.flatMap(([name, { subject }]) => (subject === undefined ? [] : [name])).toSorted()).toEqual(
    naming.toSorted(),
  );
});

let fixture: HttpFixture;
let outsiders: [string, TestBrowser][];
let theirs: Record<ForeignSubject | 'file', number>;

/** A message of a person of that company to a driver without an account. */
async function addDriverReceipt(db: Queryable, organisationId: number): Promise<number> {
  const made = await db.query<{ id: number }>(
    `WITH m AS (INSERT INTO messages (organisation_id, sender_id, subject, sent_at)
         SELECT $1, min(u.id), $2 || ' letter', now() FROM users u WHERE u.organisation_id = $1 RETURNING id),
       d AS (INSERT INTO drivers (organisation_id, name) VALUES ($1, $2 || ' driver without an account') RETURNING id)
     INSERT INTO driver_receipts (message_id, driver_id, token_hash, by_sms, expires_at)
     SELECT m.id, d.id, sha256('receipt'), false, now() + interval '1 day' FROM m, d RETURNING id`,
    [organisationId, MARK],
  );
  return onlyRow(made).id;
}

async function addFailedMail(db: Queryable, organisationId: number): Promise<number> {
  const made = await db.query<{ id: number }>(
    `INSERT INTO mails (organisation_id, recipient, subject, text, state)
     VALUES ($1, $2 || '@example.org', $2, $2, 'failed') RETURNING id`,
    [organisationId, MARK],
  );
  return onlyRow(made).id;
}

beforeAll(async () => {
  fixture = await httpFixture();
  const { database } = fixture;
  const { grants } = ADMINISTRATOR;
  const organisation = await addOrganisation(database, MARK);
  const branch = await addOrganisation(database, 'Branch', organisation);
  const sister = await addOrganisation(database, 'Sister');
  const add = (username: string, organisationId: number, priority: number) =>
    addUser(database, {
      username,
      password: 'pass-word',
      organisationId,
      grants,
      priority,
      email: `${username}@x.org`,
    });
  // The outsiders outrank the person they must not reach, so only the organisation separates them.
  const user = await add(`${MARK} victim`, organisation, 900);
  await add('branch', branch, 1);
  await add('sister', sister, 1);
  outsiders = [
    ['branch', await fixture.signedIn('branch', 'pass-word')],
    ['sister', await fixture.signedIn('sister', 'pass-word')],
  ];
  const owner = await fixture.signedIn(`${MARK} victim`, 'pass-word');
  const device = (await owner.call('save-device', { identity: `${MARK}-1` })).device?.id ?? 0;
  const group = (await owner.call('save-group', { name: `${MARK} group` })).group?.id ?? 0;
  const driver = (await owner.call('save-driver', { name: `${MARK} driver` })).driver?.id ?? 0;
  const fields = { registration: `${MARK} 1`, groupId: group, driverId: driver, deviceId: device };
  const vehicle = (await owner.call('save-vehicle', fields)).vehicle?.id ?? 0;
  const reading = { vehicleId: vehicle, meter: 'odometer', value: 1000, note: MARK };
  const { readings = [] } = await owner.call('add-meter-reading', reading);
  const level = { kind: 'fuelLevel' as const, source: 'attribute' as const, attribute: 'fuelL' };
  const sensorInput = { vehicleId: vehicle, name: `${MARK} tank`, ...level };
  const sensor = (await owner.call('save-sensor', sensorInput)).sensor?.id ?? 0;
  const profileInput = { name: `${MARK} trucks` };
  const sensorProfile = (await owner.call('save-sensor-profile', profileInput)).profile?.id ?? 0;
  const bulkInput = { ids: [vehicle], field: 'colour', value: MARK };
  const bulk = (await owner.call('change-vehicles', bulkInput)).id ?? 0;
  const fieldInput = { kind: 'vehicle', name: `${MARK} field`, type: 'text' };
  const ownField = (await owner.call('save-own-field', fieldInput)).field?.id ?? 0;
  const viewInput = { list: '/vehicle-info', name: `${MARK} view`, query: 'search=van', shown: [], hidden: [] };
  const view = (await owner.call('save-list-view', viewInput)).view?.id ?? 0;
  const often = { name: `${MARK} often`, kind: 'interval', seconds: 10 };
  const commandTemplate = (await owner.call('save-command-template', often)).template?.id ?? 0;
  const planned = { driverId: driver, vehicleId: vehicle, from: '2026-02-01T00:00:00Z', note: MARK };
  const assignment = (await owner.call('save-assignment', planned)).assignment?.id ?? 0;
  const shape = { kind: 'circle' as const, centre: { lat: 0, lon: 0 }, radiusM: 100 };
  const fence = (await owner.call('save-fence', { name: `${MARK} fence`, shape, alarmEnter: true })).fence?.id ?? 0;
  const place = (await owner.call('save-place', { name: `${MARK} place`, lat: 0, lon: 0 })).place?.id ?? 0;
  const role = (await owner.call('save-role', { name: `${MARK} role`, priority: 950, grants: [] })).role?.id ?? 0;
  const token = (await owner.call('create-api-token', { name: `${MARK} token`, readOnly: true })).row?.id ?? 0;
  const session = (await owner.call('get-own-sessions')).rows?.[0]?.id ?? 0;
  const admin = await fixture.signedIn();
  // To another person than the owner, because without a mail server it ends that person's sessions.
  const guest = await add(`${MARK} guest`, organisation, 901);
  await admin.call('send-password-link', { id: guest });
  await fixture.database.query(`INSERT INTO notifications (user_id, kind, title, text) VALUES ($1, 'system', $2, '')`, [
    user,
    MARK,
  ]);
  const download = (await owner.call('export-report', { kind: 'trips', format: 'csv' })).download?.id ?? 0;
  const sending = { ...validInput('save-report-schedule'), addresses: [`${MARK}@example.org`] };
  const schedule = (await owner.call('save-report-schedule', sending)).schedule?.id ?? 0;
  const kept1 = { ...validInput('save-saved-report'), name: `${MARK} saved`, shared: true };
  const savedReport = (await owner.call('save-saved-report', kept1)).report?.id ?? 0;
  const share = (await owner.call('create-share', { vehicleId: vehicle, note: MARK })).share?.id ?? 0;
  const { rows: commands } = await fixture.database.query<{ id: string }>(
    `INSERT INTO device_commands (organisation_id, device_id, vehicle_id, kind, content, reason, expires_at)
     VALUES ($1, $2, $3, 'text', $4, $4, now() + interval '1 day') RETURNING id`,
    [organisation, device, vehicle, MARK],
  );
  const recurringInput = {
    kind: 'lease',
    vehicleId: vehicle,
    amount: 100,
    every: 'month',
    firstDay: '2999-01-01',
    note: MARK,
  };
  const recurring = (await owner.call('save-recurring-expense', recurringInput)).recurring?.id ?? 0;
  const spending = { vehicleId: vehicle, amount: 100, firstMonth: '2026-01-01' };
  const budget = (await owner.call('save-budget', spending)).budget?.id ?? 0;
  const onHold = { vehicleId: vehicle, firstDay: '2026-01-01', reason: MARK };
  const legalHold = (await owner.call('create-legal-hold', onHold)).hold?.id ?? 0;
  const rule1 = { vehicleId: vehicle, button: { attribute: MARK, value: true } };
  const privateRule = (await owner.call('save-private-rule', rule1)).rule?.id ?? 0;
  const marked = await fixture.database.query<{ id: number }>(
    `INSERT INTO private_marks (organisation_id, vehicle_id, from_time, private)
     SELECT organisation_id, id, now(), true FROM vehicles WHERE id = $1 RETURNING id`,
    [vehicle],
  );
  const { id: privateMark } = onlyRow(marked);
  const notification = (await owner.call('get-notification-list')).rows?.[0]?.id ?? 0;
  const rule =
    (
      await owner.call('save-alarm-rule', {
        name: `${MARK} rule`,
        condition: { kind: 'overspeed', limitKph: 90 },
        allVehicles: true,
      })
    ).rule?.id ?? 0;
  const hook = { name: `${MARK} hook`, url: 'https://hook.example.org/', severities: ['critical'] };
  const webhook = (await owner.call('save-webhook', hook)).webhook?.id ?? 0;
  const browserKeys = validInput('save-push-browser');
  const pushBrowser =
    (await owner.call('save-push-browser', { ...browserKeys, endpoint: `https://push.example.org/${MARK}` })).browser
      ?.id ?? 0;
  const { rows: installed } = await fixture.database.query<{ id: number }>(
    'SELECT id FROM installations WHERE vehicle_id = $1',
    [vehicle],
  );
  const seed = { vehicleId: vehicle, installationId: installed[0]?.id ?? 0, ruleId: rule, severity: 'major' } as const;
  const alarm = await addAlarm(fixture.database, { ...seed, startedAt: '2026-02-01T10:00:00Z', about: MARK });
  const plan = (await owner.call('save-plan', { name: `${MARK} plan`, price: 100, months: 1 })).plan?.id ?? 0;
  const sold = (await admin.call('save-plan', { name: 'Sold to many', price: 100, months: 1 })).plan?.id ?? 0;
  const agreed = { organisationId: organisation, planId: sold, fromDay: '2026-01-01', note: MARK };
  const subscription = (await admin.call('save-subscription', agreed)).subscription?.id ?? 0;
  const billed = { ...validInput('create-invoice'), subscriptionId: subscription, note: MARK };
  const invoice = (await admin.call('create-invoice', billed)).invoice?.id ?? 0;
  const paid = { invoiceId: invoice, day: '2026-01-02', amount: 10, reference: MARK };
  const payment = (await admin.call('record-payment', paid)).paymentId ?? 0;
  const file = await addFile(fixture, { organisationId: organisation, userId: user }, `${MARK} file.txt`);
  const record = { recordKind: 'vehicle', recordId: vehicle };
  expect((await owner.call('add-files', { ...record, fileIds: [file] })).status).toBe(200);
  const draft = await insertImport(database, {
    organisationId: organisation,
    userId: user,
    username: `${MARK} victim`,
    kind: 'vehicle',
    fileName: `${MARK}.csv`,
    tables: ['A', 'B'].map((sheet) => ({
      name: `${MARK} ${sheet}`,
      headings: ['Plate'],
      columns: [{ field: 'registration', days: 'dmy' }],
      top: [],
      head: 1,
      lines: 1,
      parts: [JSON.stringify([{ line: 2, cells: [`${MARK} 2`] }])],
    })),
    best: 0,
  });
  theirs = {
    ...(await addOfficeRecords(owner, MARK, { vehicle, to: guest })),
    import: draft,
    driverReceipt: await addDriverReceipt(fixture.database, organisation),
    mail: await addFailedMail(fixture.database, organisation),
    alarm,
    file,
    rule,
    webhook,
    pushBrowser,
    organisation,
    user,
    device,
    group,
    driver,
    assignment,
    installation: seed.installationId,
    vehicle,
    role,
    token,
    session,
    notification,
    recurring,
    budget,
    legalHold,
    privateRule,
    privateMark,
    share,
    command: Number(commands[0]?.id),
    download,
    schedule,
    savedReport,
    fence,
    place,
    plan,
    subscription,
    invoice,
    payment,
    reading: readings[0]?.id ?? 0,
    sensor,
    sensorProfile,
    view,
    commandTemplate,
    bulk,
    ownField,
  };
});
afterAll(() => fixture.close());

const theirInput = (name: OperationName) => foreignInput(name, theirs);

const everything = () => everythingOf(fixture.database, theirs);

/** Operations that accept such an id as an additional parameter and ignore it. */
const PASSES_OVER: ReadonlySet<OperationName> = new Set([
  'read-notification',
  'end-own-session',
  'get-fence-records',
  'get-expense-duplicate',
  'get-task-people',
]);

test('each of their records exists', () => {
  for (const [what, id] of Object.entries(theirs)) expect(id, what).toBeGreaterThan(0);
});

test.each(names.filter((name) => !['logout', 'login', 'get-csrf-token-preLogin'].includes(name)))(
  '%s shows and changes nothing of another company',
  async (name) => {
    const before = await everything();
    for (const [who, browser] of outsiders) {
      browser.preLoginToken = OPERATIONS[name].csrf === 'preLogin' ? await preLogin(browser) : '';
      const answer = await browser.call(name, theirInput(name));
      expect(JSON.stringify(answer), who).not.toContain(MARK);
      expect([200, 403, 404, 409, 422], answer.message).toContain(answer.status);
      const input = theirInput(name);
      const namesOne = ('id' in input || 'ids' in input) && !PASSES_OVER.has(name);
      if (namesOne) expect(answer.status, `${who}: ${answer.message}`).not.toBe(200);
    }
    expect(await everything()).toBe(before);
  },
);

async function preLogin(browser: TestBrowser): Promise<string> {
  return (await browser.call('get-csrf-token-preLogin')).csrfToken ?? '';
}

test('no own record is linked to one of theirs', async () => {
  const { vehicle, group, fence, rule, user } = theirs;
  const battery = { kind: 'lowBattery', belowPercent: 20 };
  const shape = { kind: 'circle', centre: { lat: 0, lon: 0 }, radiusM: 100 };
  const hook = { name: 'Hook', url: 'https://hook.example.org/', severities: ['critical'] };
  const ties: [OperationName, Record<string, unknown>][] = [
    ['save-alarm-rule', { name: 'R', condition: battery, vehicleIds: [vehicle] }],
    ['save-alarm-rule', { name: 'R', condition: battery, groupIds: [group] }],
    ['save-alarm-rule', { name: 'R', condition: battery, allVehicles: true, channels: { userIds: [user] } }],
    ['save-alarm-rule', { name: 'R', allVehicles: true, condition: { kind: 'geofenceExit', fenceIds: [fence] } }],
    [
      'save-alarm-rule',
      { name: 'R', allVehicles: true, condition: { kind: 'routeDeviation', fenceIds: [fence], afterS: 0 } },
    ],
    ['get-alarm-rule-dry-run', { condition: { kind: 'geofenceExit', fenceIds: [fence] }, allVehicles: true }],
    ['save-fence', { name: 'F', shape, vehicleIds: [vehicle] }],
    ['save-fence', { name: 'F', shape, groupIds: [group] }],
    ['save-webhook', { ...hook, ruleIds: [rule] }],
  ];
  for (const [name, input] of ties) {
    for (const [who, browser] of outsiders) {
      const answer = await browser.call(name, input);
      expect(answer.status, `${who}: ${name} ${JSON.stringify(input)}`).toBe(422);
      expect(JSON.stringify(answer)).not.toContain(MARK);
    }
  }
});

test('a search does not find them either', async () => {
  // The export of a report reads the same rows as `get-report`, which is among these operations.
  const lists = names.filter(
    (name) => 'search' in OPERATIONS[name].input.shape && 'rows' in OPERATIONS[name].output.shape,
  );
  expect(lists.length).toBeGreaterThan(6);
  for (const name of lists) {
    for (const [, browser] of outsiders) {
      const answer = await browser.call(name, { ...validInput(name), search: MARK });
      expect(answer, name).toMatchObject({ status: 200, rows: [] });
      if ('total' in OPERATIONS[name].output.shape) expect(answer, name).toMatchObject({ total: 0 });
    }
  }
});
