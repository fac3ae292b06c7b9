import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ADMINISTRATOR } from '../../store/roles/basic-roles.ts';
import { httpFixture, type HttpFixture } from '../../testing/http-fixture.ts';
import { addOrganisation, addUser } from '../../testing/organisations.ts';
import type { TestBrowser } from '../../testing/test-browser.ts';
import { emptyTables } from '../../testing/empty-tables.ts';

/** North and its branch are in India; `lim` sees one of North's two vehicles. */
let fixture: HttpFixture;
let north: TestBrowser;
let branch: TestBrowser;
let lim: TestBrowser;
let ids: Record<'north' | 'lim' | 'branch', number>;
let vehicles: { seen: number; hidden: number };
let organisations: { north: number; branch: number };

const registered = async (registration: string) => {
  const id = (await north.call('save-vehicle', { registration })).vehicle?.id;
  if (id === undefined) throw new Error('no vehicle');
  return id;
};

beforeAll(async () => {
  fixture = await httpFixture();
  const { database } = fixture;
  const northId = await addOrganisation(database, 'North');
  organisations = { north: northId, branch: await addOrganisation(database, 'Branch', northId) };
  await database.query(`UPDATE organisations SET time_zone = 'Asia/Kolkata'`);
  const person = (username: string, organisationId: number) =>
    addUser(database, { username, password: 'pass-word', organisationId, grants: ADMINISTRATOR.grants });
  ids = {
    north: await person('north', northId),
    lim: await person('lim', northId),
    branch: await person('branch', organisations.branch),
  };
  north = await fixture.signedIn('north', 'pass-word');
  vehicles = { seen: await registered('SEEN 1'), hidden: await registered('HIDDEN 1') };
  await database.query('UPDATE users SET limited = true, limit_vehicle_ids = $2 WHERE id = $1', [
    ids.lim,
    [vehicles.seen],
  ]);
  lim = await fixture.signedIn('lim', 'pass-word');
  branch = await fixture.signedIn('branch', 'pass-word');
});
afterAll(() => fixture.close());
beforeEach(async () => {
  await emptyTables(fixture.database, 'tasks', 'notifications');
});

const made = async (more: Record<string, unknown> = {}, who = north) => {
  const { task, ...rest } = await who.call('save-task', { title: 'Call the workshop', ...more });
  if (!task) throw new Error(JSON.stringify(rest));
  return task;
};
const aboutVehicle = (recordId: number) => ({ recordKind: 'vehicle', recordId });
const titles = async (input: Record<string, unknown> = {}, who = north) =>
  (await who.call('get-task-list', input)).rows?.map(({ title }) => title);
/** A date in India, this many days from today. */
const day = async (days: number) => {
  const { rows } = await fixture.database.query<{ day: string }>(
    `SELECT ((now() AT TIME ZONE 'Asia/Kolkata')::date + $1::int)::text AS day`,
    [days],
  );
  return rows[0]?.day ?? '';
};

test('a task stores every field, and shows the days left in the organisation’s zone', async () => {
  const dueOn = await day(3);
  const fields = { title: 'Renew it', note: 'Ask for Ana', state: 'doing', dueOn, assigneeId: ids.north };
  const task = await made({ ...fields, ...aboutVehicle(vehicles.seen) });
  expect(task).toEqual({
    id: expect.any(Number),
    organisationId: organisations.north,
    ...fields,
    daysLeft: 3,
    assigneeName: 'north',
    ...aboutVehicle(vehicles.seen),
    recordName: 'SEEN 1',
    createdByName: 'north',
    doneAt: null,
    version: 1,
  });
  expect(await north.call('get-task-by-id', { id: task.id })).toMatchObject({ task });
});

test('the list shows open tasks, the next day first; done ones are a list of their own', async () => {
  await made({ title: 'Later', dueOn: await day(9) });
  await made({ title: 'No day' });
  await made({ title: 'Soon', dueOn: await day(-1), assigneeId: ids.north });
  const done = await made({ title: 'Done' });
  await north.call('move-task', { id: done.id, state: 'done' });
  expect(await titles()).toEqual(['Soon', 'Later', 'No day']);
  expect(await titles({ state: 'done', sort: 'done', direction: 'desc' })).toEqual(['Done']);
  expect(await titles({ whose: 'mine' })).toEqual(['Soon']);
  expect(await titles({ whose: 'nobody' })).toEqual(['Later', 'No day']);
});

test('a task is found by title, note and the registration of its vehicle, also by a new one', async () => {
  const id = await registered('KA 01 AB 1234');
  await made({ note: 'Ask for Élise', ...aboutVehicle(id) });
  await made({ title: 'Other' });
  expect(await titles({ search: 'elise' })).toEqual(['Call the workshop']);
  expect(await titles({ search: 'ka01ab' })).toEqual(['Call the workshop']);
  await north.call('save-vehicle', { id, registration: 'KA 99' });
  expect(await titles({ search: 'ka 99 workshop' })).toEqual(['Call the workshop']);
  expect((await north.call('get-found-records', { search: 'call work' })).rows).toEqual([
    expect.objectContaining({ kind: 'task', label: 'Call the workshop' }),
  ]);
});

test('moving changes only state or day, whatever was saved meanwhile; a done one has its time', async () => {
  const { id } = await made({ dueOn: await day(1) });
  await north.call('save-task', { id, title: 'Changed', dueOn: await day(1) });
  const later = await day(5);
  expect((await north.call('move-task', { id, dueOn: later })).task).toMatchObject({ title: 'Changed', dueOn: later });
  const { task } = await north.call('move-task', { id, state: 'done' });
  expect(task).toMatchObject({ state: 'done', dueOn: later, doneAt: expect.any(String), version: 4 });
  expect((await north.call('move-task', { id, state: 'open' })).task).toMatchObject({ doneAt: null });
});

test('the second of two people who save gets a conflict; changes are in the audit log; a deleted one is restored', async () => {
  const { id } = await made();
  await north.call('save-task', { id, title: 'A', version: 1 });
  expect(await north.call('save-task', { id, title: 'B', version: 1 })).toMatchObject({
    status: 409,
    code: 'changed-meanwhile',
  });
  await north.call('delete-task', { id });
  expect((await north.call('get-task-by-id', { id })).status).toBe(404);
  await north.call('restore-task', { id });
  expect(await titles()).toEqual(['A']);
  const { rows } = await fixture.database.query(
    `SELECT action, before, after FROM audit_log WHERE subject = 'task' AND subject_id = $1 ORDER BY id`,
    [String(id)],
  );
  expect(rows.slice(0, 2)).toEqual([
    { action: 'create', before: null, after: { title: 'Call the workshop', state: 'open' } },
    { action: 'change', before: { title: 'Call the workshop' }, after: { title: 'A' } },
  ]);
});

test('a task of an alarm or document is listed there, whatever its state', async () => {
  const { document } = await north.call('save-document', {
    kind: 'insurance',
    holder: 'vehicle',
    vehicleId: vehicles.hidden,
  });
  const about = { recordKind: 'document', recordId: document?.id };
  const { id, recordName } = await made(about);
  expect(recordName).toBe('HIDDEN 1');
  await made({ title: 'Other' });
  await north.call('move-task', { id, state: 'done' });
  expect(await titles(about)).toEqual(['Call the workshop']);
  expect(await titles({ vehicleId: vehicles.hidden, state: 'done' })).toEqual(['Call the workshop']);
});

const bells = async (userId: number) =>
  (await fixture.database.query('SELECT title, text FROM notifications WHERE user_id = $1', [userId])).rows;

describe('visibility and assignment', () => {
  test('a person who is assigned a task is notified, unless they did it themselves', async () => {
    const { id } = await made({ assigneeId: ids.lim, ...aboutVehicle(vehicles.seen) });
    await north.call('save-task', { id, title: 'Again', assigneeId: ids.lim, ...aboutVehicle(vehicles.seen) });
    await made({ assigneeId: ids.north });
    expect(await bells(ids.lim)).toEqual([{ title: 'north assigned you a task', text: 'Call the workshop' }]);
    expect(await bells(ids.north)).toEqual([]);
  });

  test('a task is assigned only to people who may see it', async () => {
    const answer = { status: 422, fields: { assigneeId: expect.stringContaining('may not see this task') } };
    for (const record of [{}, aboutVehicle(vehicles.hidden)]) {
      expect(await north.call('save-task', { title: 'A', assigneeId: ids.lim, ...record })).toMatchObject(answer);
    }
    // A person of an organisation below, who would not see a task of the one above.
    expect(await north.call('save-task', { title: 'A', assigneeId: ids.branch })).toMatchObject(answer);
    await made({ organisationId: organisations.branch, assigneeId: ids.branch });
    expect(await titles({}, north)).toEqual(['Call the workshop']);
  });

  test('limited people see and create tasks only for the vehicles that they see', async () => {
    const [seen, hidden, none] = [
      await made({ title: 'Seen', ...aboutVehicle(vehicles.seen) }),
      await made({ title: 'Hidden', ...aboutVehicle(vehicles.hidden) }),
      await made({ title: 'None' }),
    ];
    expect(await titles({}, lim)).toEqual(['Seen']);
    expect((await lim.call('move-task', { id: seen.id, state: 'doing' })).status).toBe(200);
    for (const { id } of [hidden, none]) {
      expect((await lim.call('get-task-by-id', { id })).status).toBe(404);
      expect((await lim.call('move-task', { id, state: 'done' })).status).toBe(404);
    }
    expect(await lim.call('save-task', { title: 'A' })).toMatchObject({ status: 422 });
    expect(await lim.call('save-task', { title: 'A', ...aboutVehicle(vehicles.hidden) })).toMatchObject({
      status: 422,
    });
    await made({ title: 'Own', ...aboutVehicle(vehicles.seen) }, lim);
    expect((await lim.call('get-due-list', {})).total).toBe(0);
    await north.call('move-task', { id: hidden.id, dueOn: await day(1) });
    await north.call('move-task', { id: seen.id, dueOn: await day(1) });
    expect((await lim.call('get-due-list', {})).rows).toMatchObject([{ kind: 'task', about: 'Seen', daysLeft: 1 }]);
    expect((await north.call('get-due-list', {})).total).toBe(2);
  });

  test('below, nothing of the organisation above is seen or changed', async () => {
    const { id } = await made();
    expect(await titles({}, branch)).toEqual([]);
    expect((await branch.call('save-task', { id, title: 'Theirs' })).status).toBe(404);
    const theirs = await branch.call('save-task', { title: 'A', ...aboutVehicle(vehicles.seen) });
    expect(theirs).toMatchObject({ status: 422, fields: { recordId: 'There is no such record.' } });
    expect((await branch.call('get-task-people', {})).rows).toEqual([{ id: ids.branch, name: 'branch' }]);
  });
});

test('a task about a message from above stays out of the organisation above', async () => {
  const message = (
    await north.call('send-message', { subject: 'News', html: 'a', peopleIds: [ids.branch], everybody: true })
  ).id;
  const answer = await branch.call('save-task', { title: 'Mine', recordKind: 'message', recordId: message });
  expect(answer.fields).toEqual({ recordId: 'There is no such record.' });
  expect(await titles()).toEqual([]);
  const reply = await branch.call('send-message', {
    subject: 'Re',
    html: 'b',
    peopleIds: [ids.north],
    replyToId: message,
  });
  expect((await made({ recordKind: 'message', recordId: reply.id })).organisationId).toBe(organisations.branch);
});
