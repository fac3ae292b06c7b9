import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { emptyTables } from '../../testing/empty-tables.ts';
import { ADMIN_PASSWORD, httpFixture, type HttpFixture } from '../../testing/http-fixture.ts';
import { addTracked, insertTrip } from '../../testing/insert-facts.ts';
import { addUser } from '../../testing/organisations.ts';
import type { TestBrowser } from '../../testing/test-browser.ts';

let fixture: HttpFixture;
let admin: TestBrowser;
beforeAll(async () => {
  fixture = await httpFixture();
  admin = await fixture.signedIn();
});
afterAll(() => fixture.close());
beforeEach(() => emptyTables(fixture.database, 'vehicles', 'devices', 'audit_log'));

let plates = 0;
/** A vehicle with a device that used a protocol, and whose last fix is this many seconds old. */
async function vehicleWith(protocol: string | null, last?: { secondsAgo: number; speedKph: number }) {
  const added = await addTracked(fixture.database, { registration: `CMD ${++plates}` });
  await fixture.database.query('UPDATE devices SET protocol = NULL, spoken = $2 WHERE id = $1', [
    added.deviceId,
    protocol,
  ]);
  if (last) {
    await fixture.database.query(
      `INSERT INTO device_states (device_id, heard_at, fix_time, received_at, speed_dkph, tracking)
       VALUES ($1, now(), now() - make_interval(secs => $2), now(), $3, '{}')
       ON CONFLICT (device_id) DO UPDATE SET fix_time = excluded.fix_time, speed_dkph = excluded.speed_dkph`,
      [added.deviceId, last.secondsAgo, last.speedKph * 10],
    );
  }
  return added.vehicleId;
}

const listOf = async (vehicleId: number, as = admin) =>
  (await as.call('get-command-list', { vehicleId, direction: 'desc' })).rows ?? [];
const stop = (vehicleId: number, more: Record<string, unknown> = {}, as = admin) =>
  as.call('stop-engine', { vehicleId, whenStanding: true, reason: 'Stolen', password: ADMIN_PASSWORD, ...more });

test('a device gets commands in its protocol, and none that the protocol lacks', async () => {
  const [gt06, teltonika, silent] = [
    await vehicleWith('gt06'),
    await vehicleWith('teltonika'),
    await vehicleWith(null),
  ];
  const input = { vehicleIds: [gt06, teltonika, silent], kind: 'interval', seconds: 10, reason: 'Follow it' };
  const { made, left, batch } = await admin.call('send-command', input);
  expect([made, left]).toEqual([2, [expect.objectContaining({ vehicleId: silent, fault: 'not-taken' })]]);
  const { rows, progress } = await admin.call('get-command-list', { batch, sort: 'registration' });
  expect(rows).toMatchObject([
    { vehicleId: gt06, kind: 'interval', seconds: 10, text: 'TIMER,10,10#', state: 'waiting', reason: 'Follow it' },
    { vehicleId: teltonika, kind: 'interval', seconds: 10, text: 'setparam 10050:10', by: 'Administrator' },
  ]);
  expect(progress).toEqual({ waiting: 2 });
});

const kinds = async (protocol: string | null) =>
  (await admin.call('get-command-choices', { vehicleId: await vehicleWith(protocol) })).kinds;

test('the possible commands of a device follow from its protocol', async () => {
  expect(await kinds('castel')).toEqual(['locate', 'engineStop', 'engineResume']);
  expect(await kinds('osmand')).toEqual([]);
  expect(await kinds(null)).toEqual([]);
});

test('an interval without seconds and a text without text are refused at their field', async () => {
  const vehicleIds = [await vehicleWith('gt06')];
  expect(await admin.call('send-command', { vehicleIds, kind: 'interval' })).toMatchObject({
    status: 422,
    fields: { seconds: 'Enter a value.' },
  });
  const why = { reason: 'Try', password: ADMIN_PASSWORD };
  expect(await admin.call('send-text-command', { vehicleIds, text: ' ', ...why })).toMatchObject({
    status: 422,
    fields: { text: 'Enter a text.' },
  });
  expect((await admin.call('send-command', { vehicleIds, kind: 'engineStop' })).status).toBe(422);
});

test('a waiting command is cancelled once, and both are in the audit log', async () => {
  const vehicleId = await vehicleWith('gt06');
  await admin.call('send-command', { vehicleIds: [vehicleId], kind: 'locate' });
  const id = (await listOf(vehicleId))[0]?.id ?? 0;
  expect((await admin.call('cancel-command', { id })).command).toMatchObject({ state: 'cancelled' });
  expect(await admin.call('cancel-command', { id })).toMatchObject({ status: 409, code: 'command-over' });
  const { rows } = await fixture.database.query(
    `SELECT action, after->>'command' AS command FROM audit_log WHERE subject = 'command' ORDER BY id`,
  );
  expect(rows).toEqual([
    { action: 'send', command: 'locate' },
    { action: 'cancel', command: null },
  ]);
});

test('an engine is stopped immediately only below 10 km/h with a position of the last minute, with password and reason', async () => {
  const slow = await vehicleWith('gt06', { secondsAgo: 5, speedKph: 9 });
  const fast = await vehicleWith('gt06', { secondsAgo: 5, speedKph: 11 });
  const old = await vehicleWith('gt06', { secondsAgo: 70, speedKph: 0 });
  const now = { whenStanding: false };
  expect(await stop(slow, { ...now, password: 'wrong' })).toMatchObject({
    status: 422,
    fields: { password: 'The password is wrong.' },
  });
  expect((await stop(slow, { ...now, reason: '' })).status).toBe(422);
  expect(await stop(fast, now)).toMatchObject({ status: 409, code: 'engine-moving' });
  expect(await stop(old, now)).toMatchObject({ status: 409, code: 'engine-position-old' });
  expect(await stop(slow, now)).toMatchObject({ status: 200, command: { kind: 'engineStop', reason: 'Stolen' } });
  expect((await stop(fast)).command).toMatchObject({ state: 'waiting', whenStanding: true });
  expect(await stop(await vehicleWith('wialon'))).toMatchObject({ status: 409, code: 'command-not-taken' });
});

/** Ends the waiting command as the command dispatcher does. */
const ends = (vehicleId: number, state: string, answer: string | null = null) =>
  fixture.database.query(
    `UPDATE device_commands SET state = $2, sent_at = now(), ended_at = CASE WHEN $2 <> 'sent' THEN now() END, answer = $3
     WHERE vehicle_id = $1 AND state = 'waiting'`,
    [vehicleId, state, answer],
  );
const resume = (vehicleId: number, more: Record<string, unknown> = {}, as = admin) =>
  as.call('resume-engine', { vehicleId, reason: 'Found', password: ADMIN_PASSWORD, ...more });
const stoppedOf = async (vehicleId: number) => (await admin.call('get-command-choices', { vehicleId })).stopped;
/** Begins a trip, which shows that the engine runs. */
async function drives(vehicleId: number): Promise<void> {
  const { rows } = await fixture.database.query<{ installationId: number }>(
    'SELECT id AS "installationId" FROM installations WHERE vehicle_id = $1',
    [vehicleId],
  );
  const of = { vehicleId, installationId: rows[0]?.installationId ?? 0 };
  const start = new Date(Date.now() + 1000).toISOString();
  await insertTrip(fixture.database, of, { start, end: null, distanceM: 900 });
}

test('an engine counts as stopped once the device confirms it, until the device confirms its resumption', async () => {
  const vehicleId = await vehicleWith('gt06');
  const shown = async () => [
    (await admin.call('get-vehicle-now', { id: vehicleId })).engineStop,
    (await admin.call('get-vehicle-overview', { vehicleId })).engineStop,
  ];
  await stop(vehicleId);
  expect(await stoppedOf(vehicleId)).toBeNull();
  expect((await shown())[0]).toMatchObject({ waiting: true, confirmed: false });
  await ends(vehicleId, 'done', 'DYD=Success!');
  expect(await stoppedOf(vehicleId)).toMatchObject({
    confirmed: true,
    answer: null,
    reason: 'Stolen',
    by: 'Administrator',
  });
  expect(await shown()).toMatchObject([{ confirmed: true }, { confirmed: true }]);
  await stop(vehicleId);
  await resume(vehicleId);
  expect((await listOf(vehicleId)).map(({ kind, state }) => [kind, state])).toEqual([
    ['engineResume', 'waiting'],
    ['engineStop', 'cancelled'],
    ['engineStop', 'done'],
  ]);
  expect(await stoppedOf(vehicleId)).toMatchObject({ confirmed: true, resume: { state: 'waiting' } });
  await ends(vehicleId, 'sent');
  expect(await stoppedOf(vehicleId)).toMatchObject({ confirmed: true, resume: { state: 'sent' } });
  await resume(vehicleId);
  await ends(vehicleId, 'done', 'HFYD=Success!');
  expect(await shown()).toEqual([null, null]);
});

test('a resume that is not answered, not understood, refused or not sent leaves the engine stopped, with the reason', async () => {
  const vehicleId = await vehicleWith('gt06');
  await stop(vehicleId);
  await ends(vehicleId, 'done', 'DYD=Success!');
  const attempts = [
    ['refused', 'HFYD=Fail!', 'refused'],
    ['answered', 'HFYD=?', 'unclear'],
    ['failed', null, 'failed'],
    ['sent', null, 'sent'],
  ] as const;
  for (const [state, answer, shown] of attempts) {
    await resume(vehicleId);
    await ends(vehicleId, state, answer);
    expect(await stoppedOf(vehicleId)).toMatchObject({ confirmed: true, resume: { state: shown, answer } });
  }
  await fixture.database.query(
    `UPDATE device_commands SET sent_at = now() - interval '11 minutes' WHERE vehicle_id = $1 AND state = 'sent'`,
    [vehicleId],
  );
  expect(await stoppedOf(vehicleId)).toMatchObject({ confirmed: true });
  // A trip after a resume command shows that the engine runs, whatever the device replied.
  await resume(vehicleId);
  await ends(vehicleId, 'sent');
  await drives(vehicleId);
  expect(await stoppedOf(vehicleId)).toBeNull();
});

test('a refused stop is none, and one that is not understood does not count as stopped', async () => {
  const vehicleId = await vehicleWith('gt06');
  await stop(vehicleId);
  await ends(vehicleId, 'refused', 'DYD=Unvalued Fix');
  expect(await stoppedOf(vehicleId)).toBeNull();
  await stop(vehicleId);
  await ends(vehicleId, 'answered', 'DYD=Pending');
  expect(await stoppedOf(vehicleId)).toMatchObject({ confirmed: false, answer: 'DYD=Pending' });
  // A refused second attempt does not hide the first.
  await stop(vehicleId);
  await ends(vehicleId, 'refused', 'DYD=Unvalued Fix');
  expect(await stoppedOf(vehicleId)).toMatchObject({ confirmed: false, answer: 'DYD=Pending' });
  await drives(vehicleId);
  expect(await stoppedOf(vehicleId)).toBeNull();
});

test('an engine is resumed with password and reason, and not by a token', async () => {
  const vehicleId = await vehicleWith('gt06');
  expect(await resume(vehicleId, { password: 'wrong' })).toMatchObject({
    status: 422,
    fields: { password: 'The password is wrong.' },
  });
  expect((await resume(vehicleId, { reason: ' ' })).status).toBe(422);
  const { token } = await admin.call('create-api-token', { name: 'Resumer', readOnly: false });
  const byScript = { route: 'resume-engine', vehicleId, reason: 'Found', password: ADMIN_PASSWORD };
  const headers = { authorization: `Bearer ${token}` };
  expect((await fixture.browser().post({ body: byScript, headers })).json()).toMatchObject({
    status: 403,
    code: 'token-not-for-this',
  });
  expect((await listOf(vehicleId)).length).toBe(0);
  expect(await resume(vehicleId)).toMatchObject({ status: 200, command: { kind: 'engineResume', reason: 'Found' } });
});

test('a person who sends commands stops no engine, and one who stops engines sees and cancels nothing else', async () => {
  const { rows } = await fixture.database.query<{ id: number }>('SELECT id FROM organisations WHERE parent_id IS NULL');
  const organisationId = rows[0]?.id ?? 0;
  const person = async (username: string, menu: 'commands' | 'engine-stop') => {
    const grants = { [menu]: ['view', 'create'] };
    await addUser(fixture.database, { username, password: 'pass-word', organisationId, grants, priority: 500 });
    return fixture.signedIn(username, 'pass-word');
  };
  const [asker, stopper] = [await person('asker', 'commands'), await person('stopper', 'engine-stop')];
  const vehicleId = await vehicleWith('gt06');
  expect((await asker.call('send-command', { vehicleIds: [vehicleId], kind: 'locate' })).made).toBe(1);
  expect((await stop(vehicleId, { password: 'pass-word' }, asker)).status).toBe(403);
  expect((await stop(vehicleId, { password: 'pass-word' }, stopper)).status).toBe(200);
  expect((await stopper.call('send-command', { vehicleIds: [vehicleId], kind: 'locate' })).status).toBe(403);
  // This text stops an engine as well, whatever the vehicle does.
  const typed = { vehicleIds: [vehicleId], text: 'DYD,000000#', reason: 'Stolen', password: 'pass-word' };
  expect((await asker.call('send-text-command', typed)).status).toBe(403);
  expect((await asker.call('send-command', { ...typed, kind: 'text' })).status).toBe(422);
  expect((await stopper.call('send-text-command', { ...typed, password: 'guessed' })).fields).toEqual({
    password: 'The password is wrong.',
  });
  expect((await stopper.call('send-text-command', { ...typed, reason: ' ' })).status).toBe(422);
  expect((await stopper.call('send-text-command', typed)).made).toBe(1);
  expect((await listOf(vehicleId, stopper)).map(({ kind }) => kind)).toEqual(['text', 'engineStop']);
  const [, stopping, locating] = await listOf(vehicleId);
  expect((await asker.call('cancel-command', { id: stopping?.id })).status).toBe(403);
  expect((await stopper.call('cancel-command', { id: locating?.id })).status).toBe(403);
  expect((await stopper.call('cancel-command', { id: stopping?.id })).status).toBe(200);
});

const templates = async (browser: TestBrowser) =>
  (await browser.call('get-command-templates')).rows?.map((row) => [row.name, row.kind, row.seconds]);

test('a template is stored by its name, and one with a text only for people who may stop engines', async () => {
  const { rows } = await fixture.database.query<{ id: number }>('SELECT id FROM organisations WHERE parent_id IS NULL');
  const organisationId = rows[0]?.id ?? 0;
  await addUser(fixture.database, {
    username: 'plain-asker',
    password: 'pass-word',
    organisationId,
    grants: { commands: ['view', 'create'] },
    priority: 500,
  });
  const asker = await fixture.signedIn('plain-asker', 'pass-word');
  const often = { name: 'Every ten', kind: 'interval', seconds: 10, text: 'left out' };
  expect((await asker.call('save-command-template', often)).template).toMatchObject({ seconds: 10, text: null });
  const rarer = { name: 'every TEN', kind: 'interval', seconds: 60 };
  const { template } = await asker.call('save-command-template', rarer);
  const typed = { name: 'Cut', kind: 'text', text: 'DYD,000000#' };
  expect((await asker.call('save-command-template', typed)).status).toBe(403);
  expect((await admin.call('save-command-template', { ...typed, text: ' ' })).fields).toEqual({
    text: 'Enter a text.',
  });
  const cut = (await admin.call('save-command-template', typed)).template;
  // A script cannot change the template by whose name a person sends it either.
  const { token } = await admin.call('create-api-token', { name: 'Script', readOnly: false });
  const headers = { authorization: `Bearer ${token}` };
  const byScript = { route: 'save-command-template', ...typed, name: 'Where' };
  expect((await fixture.browser().post({ body: byScript, headers })).json()).toMatchObject({
    status: 403,
    code: 'token-not-for-this',
  });
  // The template can be neither renamed nor deleted.
  expect((await asker.call('save-command-template', { ...rarer, name: 'cut' })).status).toBe(403);
  expect((await asker.call('delete-command-template', { id: cut?.id })).status).toBe(403);
  expect(await templates(asker)).toEqual([['every TEN', 'interval', 60]]);
  expect(await templates(admin)).toEqual([
    ['Cut', 'text', null],
    ['every TEN', 'interval', 60],
  ]);
  expect((await asker.call('delete-command-template', { id: template?.id })).status).toBe(200);
  expect(await templates(asker)).toEqual([]);
});

test('a command without an answer in ten minutes counts as unanswered in the progress of a batch', async () => {
  const vehicleIds = [await vehicleWith('gt06'), await vehicleWith('gt06')];
  const { batch } = await admin.call('send-command', { vehicleIds, kind: 'locate' });
  await fixture.database.query(
    `UPDATE device_commands SET state = 'sent', sent_at = now() - interval '601 s' WHERE vehicle_id = $1`,
    [vehicleIds[0]],
  );
  expect((await admin.call('get-command-list', { batch })).progress).toEqual({ unanswered: 1, waiting: 1 });
});

const output = (vehicleIds: number[], more: Record<string, unknown> = {}, as = admin) =>
  as.call('switch-output', { vehicleIds, output: 1, on: true, reason: 'Beacon', password: ADMIN_PASSWORD, ...more });

test("an output is switched with password and reason, in the protocol's format, when the device has it", async () => {
  const [gt06, teltonika] = [await vehicleWith('gt06'), await vehicleWith('teltonika')];
  expect((await output([gt06], { password: 'wrong' })).fields).toEqual({ password: 'The password is wrong.' });
  expect((await output([gt06], { reason: ' ' })).status).toBe(422);
  const { made, left } = await output([gt06, teltonika], { output: 2, on: false });
  expect([made, left]).toEqual([1, [expect.objectContaining({ vehicleId: gt06, fault: 'not-taken' })]]);
  expect(await listOf(teltonika)).toMatchObject([{ kind: 'outputOff', output: 2, text: 'setdigout ?0' }]);
  expect((await admin.call('send-command', { vehicleIds: [gt06], kind: 'outputOn', output: 1 })).status).toBe(422);
  const choices = await admin.call('get-command-choices', { vehicleId: teltonika });
  expect(choices.outputs).toEqual([1, 2]);
});

test('an odometer and telephone numbers are checked, and a number is sent without the characters that group its digits', async () => {
  const vehicleIds = [await vehicleWith('gt06')];
  const request = (kind: string, more: Record<string, unknown> = {}) =>
    admin.call('send-command', { vehicleIds, kind, ...more });
  expect((await request('odometer')).fields).toEqual({ odometerKm: 'Enter a value.' });
  expect((await request('odometer', { odometerKm: 1_000_000 })).status).toBe(422);
  expect((await request('sosNumbers', { phones: [] })).status).toBe(422);
  expect((await request('sosNumbers', { phones: ['98220#'] })).status).toBe(422);
  // A GT06 stores three.
  expect((await request('sosNumbers', { phones: ['100', '101', '102', '103'] })).left).toHaveLength(1);
  expect((await request('odometer', { odometerKm: 48_210 })).made).toBe(1);
  expect((await request('sosNumbers', { phones: ['+91 98220-12345', '100'] })).made).toBe(1);
  expect(await listOf(vehicleIds[0] ?? 0)).toMatchObject([
    { kind: 'sosNumbers', phones: ['+919822012345', '100'], text: 'SOS,A,+919822012345,100#' },
    { kind: 'odometer', odometerKm: 48_210, text: 'MILEAGE,ON,48210#' },
  ]);
});

test('an emergency is released with the commands of the protocol, and no others', async () => {
  const vehicleIds = [await vehicleWith('its')];
  const request = (release?: string) => admin.call('send-command', { vehicleIds, kind: 'releaseEmergency', release });
  expect((await request('DYD,000000#')).left).toHaveLength(1);
  expect((await request()).made).toBe(1);
  expect((await request('SET EO')).made).toBe(1);
  expect((await listOf(vehicleIds[0] ?? 0)).map(({ text }) => text)).toEqual(['SET EO', 'CLR EO']);
});

test('an SMS is accepted only when a provider is set and the SIM has a number, with a text that an SMS allows', async () => {
  const [gt06, teltonika, nameless] = [
    await vehicleWith('gt06', { secondsAgo: 5, speedKph: 0 }),
    await vehicleWith('teltonika'),
    await vehicleWith('gt06'),
  ];
  await fixture.database.query(
    `UPDATE devices SET sim_number = '98220 12345' WHERE id IN (SELECT device_id FROM installations WHERE vehicle_id = ANY($1))`,
    [[gt06, teltonika]],
  );
  const input = { vehicleIds: [gt06, teltonika, nameless], kind: 'locate', bySms: true };
  expect(await admin.call('send-command', input)).toMatchObject({ status: 409, code: 'sms-not-configured' });
  fixture.services.config.smsConfigured = true;
  try {
    expect((await admin.call('get-command-choices', { vehicleId: nameless })).smsKinds).toEqual([]);
    expect((await admin.call('get-command-choices', { vehicleId: gt06 })).smsKinds).toContain('engineStop');
    const { made, left } = await admin.call('send-command', input);
    expect([made, left]).toEqual([2, [expect.objectContaining({ vehicleId: nameless, fault: 'no-sim' })]]);
    expect(await listOf(gt06)).toMatchObject([{ bySms: true, text: 'WHERE#', state: 'waiting' }]);
    expect(await listOf(teltonika)).toMatchObject([{ bySms: true, text: '  getgps' }]);
    expect((await stop(gt06, { bySms: true })).status).toBe(422);
    const now = { bySms: true, whenStanding: false };
    expect((await stop(gt06, now)).command).toMatchObject({ bySms: true, text: 'DYD,000000#' });
    expect(await stop(nameless, { ...now })).toMatchObject({ status: 409, code: 'engine-position-old' });
  } finally {
    fixture.services.config.smsConfigured = false;
  }
});
