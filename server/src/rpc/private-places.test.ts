import { PDFiumLibrary } from '@hyzyla/pdfium';
import { TRACK_FORMATS } from '@milepost/contract/history-operations';
import type { DeviceContact } from '@milepost/contract/device-operations';
import { type OperationName, OPERATIONS } from '@milepost/contract/operations';
import type { Message } from '@milepost/protocols/types';
import { readXlsx } from 'hucre/xlsx';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createFactsMetrics } from '../facts/facts-metrics.ts';
import { createIngest, type Ingest } from '../ingest/ingest.ts';
import { createIngestMetrics } from '../ingest/ingest-metrics.ts';
import { createFleet, type Fleet } from '../live/fleet.ts';
import { LiveConnection } from '../live/live-connection.ts';
import { WorkBudget } from '../live/work-budget.ts';
import { notifyPeople } from '../notify/notify-people.ts';
import { webhookBody } from '../notify/webhook-body.ts';
import { type ReportKind, REPORTS } from '../reports/all-reports.ts';
import { reportsFor } from '../reports/allowed.ts';
import { documentFor } from '../reports/document.ts';
import { streamReport } from '../reports/export/stream-report.ts';
import { writeCsv } from '../reports/formats/csv.ts';
import { writeJson } from '../reports/formats/json.ts';
import { writePdf } from '../reports/formats/pdf.ts';
import { pdfData } from '../reports/formats/pdf-data.ts';
import { writeXlsx } from '../reports/formats/xlsx.ts';
import type { Report } from '../reports/report.ts';
import { listInstallations } from '../store/fleet/installations.ts';
import { markPrivateTime } from '../store/private-time/mark-private-time.ts';
import { takeDueAlarms } from '../store/alarm-delivery/take-due-alarms.ts';
import { type Caller, findPerson } from '../store/people/callers.ts';
import { onlyRow } from '../store/rows.ts';
import { ADMINISTRATOR } from '../store/roles/basic-roles.ts';
import { fakePlaces } from '../testing/fake-places.ts';
import { foreignInput } from '../testing/foreign-input.ts';
import { httpFixture, type HttpFixture } from '../testing/http-fixture.ts';
import { addOrganisation, addUser } from '../testing/organisations.ts';
import { writtenBy } from '../testing/report-file.ts';
import type { TestBrowser } from '../testing/test-browser.ts';
import { lookUpContacts } from './look-up-contacts.ts';

/**
 * Two vans drive north from the yard and stay there. One has a button for private time, which is on beyond the first
 * kilometres; the other is marked later. Everything north of -34.85 is private, which is tested from -34.83 on.
 */
const START = Math.floor(Date.now() / 86_400_000) * 86_400_000 - 86_400_000 + 6 * 3_600_000;
const YARD = { lat: -34.9, lon: -56.2 };
const PRIVATE = /-34\.?(?:[4-7]\d|8[0-2])/;
/** The word that stands for an address of private time. */
const WORD = 'Private place';
const PRIVATE_FROM = START + 26 * 60_000;
const RANGE = {
  from: new Date(START - 3_600_000).toISOString(),
  to: new Date(START + 18 * 3_600_000).toISOString(),
};

let fixture: HttpFixture;
let ingest: Ingest;
let fleet: Fleet;
let pdfs: PDFiumLibrary;
let boss: TestBrowser;
let person: TestBrowser;
/** The person, who has every right but the one to see places of private time. */
let caller: Caller;
let vans: Record<'button' | 'marked', { vehicle: number; device: number }>;

beforeAll(async () => {
  // Every address says where it is, so that the search finds it.
  const placeAt = Object.assign((lat: number, lon: number) => `At ${lat.toFixed(5)} ${lon}`, { private: WORD });
  fixture = await httpFixture({ places: fakePlaces(placeAt) });
  const { database, services, url } = fixture;
  const organisationId = await addOrganisation(database, 'Company');
  const { 'private-trips': _private, ...others } = ADMINISTRATOR.grants;
  const add = (username: string, grants: typeof ADMINISTRATOR.grants) =>
    addUser(database, { username, password: 'pass-word', organisationId, grants });
  await add('boss', ADMINISTRATOR.grants);
  await add('person', others);
  boss = await fixture.signedIn('boss', 'pass-word');
  person = await fixture.signedIn('person', 'pass-word');
  const van = async (name: string) => {
    const device = (await boss.call('save-device', { identity: name.replace(' ', '-') })).device?.id ?? 0;
    const fields = { registration: name, deviceId: device };
    const vehicle = (await boss.call('save-vehicle', fields)).vehicle?.id ?? 0;
    expect(vehicle).toBeGreaterThan(0);
    await database.query(`UPDATE installations SET installed_at = '2020-01-01' WHERE device_id = $1`, [device]);
    return { vehicle, device };
  };
  vans = { button: await van('BUTTON 1'), marked: await van('MARKED 1') };
  const { id: personId } = onlyRow(
    await database.query<{ id: number }>(
      `UPDATE users SET email = 'person@example.org' WHERE username = 'person' RETURNING id`,
    ),
  );
  caller = (await findPerson(database, personId)) ?? caller;
  const channels = { userIds: [personId], everyone: false, bell: true, push: false, mail: true };
  const fast = { name: 'Fast', condition: { kind: 'overspeed' as const, limitKph: 90 }, allVehicles: true, channels };
  expect((await boss.call('save-alarm-rule', fast)).status).toBe(200);
  await database.query(
    `UPDATE organisations SET tracking_settings = tracking_settings || '{"speedLimitKph": 90}' WHERE id = $1`,
    [organisationId],
  );
  await database.query(`UPDATE alarm_rules SET holds_since = '2020-01-01'`);
  const hook = { name: 'Hook', url: 'https://example.org/hook', severities: ['major' as const], lateAlarms: true };
  expect((await boss.call('save-webhook', hook)).status).toBe(200);
  const { bus, logger } = services;
  ingest = await createIngest({
    url,
    database,
    bus,
    logger,
    metrics: createIngestMetrics(new Registry()),
    factsMetrics: createFactsMetrics(new Registry()),
  });
  fleet = await createFleet(database, bus, logger);
  pdfs = await PDFiumLibrary.init();
});
afterAll(async () => {
  fleet.stop();
  pdfs.destroy();
  await ingest.close();
  await fixture.close();
});

function reportAt(time: number, lat: number, kph: number, on: boolean): Message {
  const fix = {
    time: new Date(time),
    valid: true,
    lat,
    lon: YARD.lon,
    altitudeM: 20,
    speedKph: kph,
    courseDeg: 0,
  };
  return { kind: 'report', deviceTime: fix.time, fix, attributes: { ignition: kph > 0, input2: on } };
}

/** Twenty minutes in the yard, 46 minutes north at 60 km/h, and an hour there. */
function journey(hasButton: boolean): Message[] {
  return Array.from({ length: 252 }, (_, index) => {
    const time = START + index * 30_000;
    const drivenS = Math.min(Math.max(0, index * 30 - 20 * 60), 46 * 60);
    const isDriving = drivenS > 0 && drivenS < 46 * 60;
    const lat = YARD.lat + drivenS / 60 / 111.195;
    // Too fast in private time, some 35 km away.
    const kph = drivenS > 35 * 60 && drivenS < 37 * 60 ? 110 : 60;
    return reportAt(time, lat, isDriving ? kph : 0, hasButton && time >= PRIVATE_FROM);
  });
}

async function report(device: number, messages: Message[]): Promise<void> {
  ingest.submit({ deviceId: device, messages, receivedAt: Date.now(), onStored: () => {} });
  await ingest.drain();
}

const WRITES =
  /^(?:add|adopt|approve|assign|cancel|change|clear|close|create|delete|dismiss|edit|end|erase|exchange|import|log|mark|merge|move|pause|remove|resend|reset|restore|resume|revoke|save|send|set|sort|start|stop|swap|undo|update)-|^log/;
const READS = Object.keys(OPERATIONS).filter(
  (name): name is OperationName => name in OPERATIONS && !WRITES.test(name) && name !== 'get-csrf-token-preLogin',
);
const DAY = new Date(START).toISOString().slice(0, 10);

function inputOf(name: OperationName, { vehicle, device }: { vehicle: number; device: number }) {
  const { shape } = OPERATIONS[name].input;
  const isByDay = name === 'get-dashboard' || name === 'get-dashboard-vehicles';
  return {
    ...foreignInput(name, { vehicle, device }),
    ...('from' in shape && 'to' in shape && (isByDay ? { from: DAY, to: DAY } : RANGE)),
    ...('at' in shape && { at: new Date(START + 100 * 60_000).toISOString() }),
    ...('day' in shape && { day: DAY }),
  };
}

/** The columns of a track are differences, except the first value. */
function withSums(answer: object): string {
  const text = JSON.stringify(answer);
  const lats = /"lats":\[([^\]]*)\]/.exec(text)?.[1]?.split(',').map(Number) ?? [];
  let sum = 0;
  return [text, ...lats.map((lat) => String((sum += lat) / 1e6))].join(' ');
}

/** The operations whose reply to somebody without the right contains a place of private time. */
async function revealing(van: { vehicle: number; device: number }): Promise<string[]> {
  const found: string[] = [];
  await Promise.all(
    READS.map(async (name) => {
      const answer = withSums(await person.call(name, inputOf(name, van)));
      if (PRIVATE.test(answer)) found.push(name);
    }),
  );
  return found;
}

/** A recomputation waits until a device is quiet, at most half a minute. */
const RECOMPUTED = { timeout: 40_000 };

const placeOnMap = ({ vehicle }: { vehicle: number }) => JSON.stringify(fleet.get(vehicle)?.live);

const tripsOf = async ({ vehicle }: { vehicle: number }) =>
  (
    await fixture.database.query<{ metres: number; lat: number }>(
      `SELECT distance_m::int AS metres, round(end_lat::numeric, 2)::float8 AS lat FROM trips
       WHERE vehicle_id = $1 ORDER BY started_at`,
      [vehicle],
    )
  ).rows;

it('a rule applies to the next reports, and no reply shows a place of private time to a person without the right', async () => {
  const { button, marked } = vans;
  const rule = { vehicleId: button.vehicle, button: { attribute: 'input2', value: true } };
  expect((await person.call('save-private-rule', rule)).status).toBe(403);
  expect((await boss.call('save-private-rule', rule)).status).toBe(200);
  // The rule is read again soon after it is saved.
  let probe = START - 3_600_000;
  const isApplied = async () => {
    await report(button.device, [reportAt((probe += 1000), YARD.lat, 0, true)]);
    const { rowCount } = await fixture.database.query('SELECT FROM sealed_positions WHERE device_id = $1', [
      button.device,
    ]);
    return rowCount ?? 0;
  };
  await expect.poll(isApplied, { timeout: 10_000 }).toBeGreaterThan(0);
  await report(button.device, journey(true));
  await report(marked.device, journey(false));
  await expect.poll(() => tripsOf(button), { timeout: 10_000 }).toHaveLength(1);
  await expect.poll(() => tripsOf(marked), { timeout: 10_000 }).toHaveLength(1);
  const [[sealed], [open]] = [await tripsOf(button), await tripsOf(marked)];
  expect(sealed).toEqual({ metres: open?.metres, lat: -34.85 });
  expect(open?.metres).toBeGreaterThan(44_000);
  // The same search finds the places of the other van in many replies.
  const shown = await revealing(marked);
  expect(shown.length, shown.join(', ')).toBeGreaterThan(5);
  expect(shown).toContain('get-track');
  expect(placeOnMap(marked)).toMatch(PRIVATE);
  const alone = (await revealing(button)).filter((name) => !OF_ALL.has(name));
  expect(alone).toEqual([]);
  expect(placeOnMap(button)).not.toMatch(PRIVATE);
}, 120_000);

const FORMATS = ['json', 'csv', 'xlsx', 'pdf'] as const;
type Format = (typeof FORMATS)[number];
/** The reports whose PDFs are made and read, which takes seconds; of the others, everything that the process which makes them is given. */
const PRINTED: ReadonlySet<ReportKind> = new Set(['trips']);
const sectionText = async (kind: ReportKind, vehicleId: number, format: Format) => {
  const document = await documentFor(fixture.database, caller, kind);
  const range = REPORTS[kind].range === null ? {} : { from: DAY, to: DAY };
  // Includes the optional columns.
  const params = { ...range, vehicleIds: [vehicleId], columns: REPORTS[kind].columns.map(({ key }) => key) };
  const write = { json: writeJson, csv: writeCsv, xlsx: writeXlsx, pdf: writePdf }[format];
  const isGiven = format === 'pdf' && !PRINTED.has(kind);
  const bytes = await streamReport(fixture.services, caller, { document, params, format }, async (file) =>
    isGiven ? Buffer.from(JSON.stringify((await pdfData(file, () => {})).data)) : (await writtenBy(write, file)).bytes,
  );
  if (format === 'xlsx') return JSON.stringify((await readXlsx(new Uint8Array(bytes))).sheets.map(({ rows }) => rows));
  if (format !== 'pdf' || isGiven) return bytes.toString();
  const pdf = await pdfs.loadDocument(bytes);
  const pages = [...pdf.pages()].map((page) => page.getText().replaceAll(/\s+/g, ' '));
  pdf.destroy();
  return pages.join(' ');
};

/** Reports whose files are opened in each format; of the others, the rows are searched. */
const isPlaced = ({ columns }: Report) => columns.some(({ kind }) => kind === 'place');

/** All that leaves the server about a vehicle by other ways than calls. */
async function leaving(
  { vehicle }: { vehicle: number },
  registration: string,
  formats: readonly Format[] = FORMATS,
): Promise<Map<string, string>> {
  const { database, services } = fixture;
  const left = new Map<string, string>();
  for (const kind of reportsFor(caller)) {
    for (const format of isPlaced(REPORTS[kind]) ? formats : (['json'] as const)) {
      left.set(`${kind}.${format}`, await sectionText(kind, vehicle, format));
    }
    if (!REPORTS[kind].map) continue;
    const range = REPORTS[kind].range === null ? {} : { from: DAY, to: DAY };
    left.set(
      `screen of ${kind}`,
      JSON.stringify(await person.call('get-report', { kind, vehicleIds: [vehicle], ...range })),
    );
  }
  for (const format of TRACK_FORMATS) {
    const file = await person.call('get-track-file', { vehicleId: vehicle, ...RANGE, format });
    left.set(`track.${format}`, withSums(file));
  }
  const { token } = await person.call('create-share', { vehicleId: vehicle, hours: 1 });
  left.set('public link', JSON.stringify(await person.call('get-shared-vehicle', { token: token ?? '' })));
  const frames: string[] = [];
  const socket = {
    OPEN: 1,
    readyState: 1,
    bufferedAmount: 0,
    send: (text: string, done?: () => void) => {
      frames.push(text);
      done?.();
    },
    close: () => {},
    terminate: () => {},
  };
  const critical = { get: () => undefined, vehicleIds: () => [] };
  const live = new LiveConnection(socket, caller, {
    fleet,
    critical,
    places: services.places,
    budget: new WorkBudget(),
  });
  live.receive(JSON.stringify({ t: 'view', bounds: [-180, -90, 180, 90], watch: [vehicle] }));
  live.flush(Date.now());
  const ofVehicle = frames.flatMap((frame) => {
    const { t, states, places }: { t: string; states?: unknown[][]; places?: unknown[][] } = JSON.parse(frame);
    return [...(states ?? []), ...(places ?? [])]
      .filter(([id]) => id === vehicle)
      .map((row) => JSON.stringify({ t, row }));
  });
  left.set('websocket', ofVehicle.join(' '));
  const messages = await database.query<{ kind: string; text: string }>(
    `SELECT 'mail' AS kind, concat_ws(' ', subject, text, secret) AS text FROM mails
     UNION ALL SELECT 'bell', concat_ws(' ', title, text) FROM notifications
     UNION ALL SELECT 'webhook', body FROM webhook_deliveries`,
  );
  for (const { kind, text } of messages.rows) {
    if (text.includes(registration)) left.set(kind, `${left.get(kind) ?? ''} ${text}`);
  }
  return left;
}

const tellingOf = (left: ReadonlyMap<string, string>) =>
  [...left].filter(([, text]) => PRIVATE.test(text)).map(([name]) => name);

/** Sends what is due about the alarms of a vehicle, as if they had just been raised. */
async function notifyOf({ vehicle }: { vehicle: number }): Promise<void> {
  const { database, services } = fixture;
  const { rows: times } = await database.query('SELECT id, started_at, last_at FROM alarms WHERE vehicle_id = $1', [
    vehicle,
  ]);
  expect(times).toHaveLength(1);
  await database.query('UPDATE alarms SET notified_at = now()');
  await database.query(
    'UPDATE alarms SET started_at = now(), last_at = now(), notified_at = NULL WHERE vehicle_id = $1',
    [vehicle],
  );
  // A person gets one mail a minute.
  await database.query(`UPDATE alarm_notices SET told_at = told_at - interval '2 minutes'`);
  const placeAt = services.places.for({ language: 'en', units: 'metric' });
  await takeDueAlarms(database, (story, key, late) => webhookBody(story, key, late, placeAt));
  await notifyPeople({ ...services, mailConfigured: true, publicUrl: 'https://fleet.example.org' });
  for (const { id, started_at: start, last_at: last } of times) {
    await database.query('UPDATE alarms SET started_at = $2, last_at = $3 WHERE id = $1', [id, start, last]);
  }
}

it('no file, mail, webhook, websocket message or public link shows a place of private time, and places say so', async () => {
  await notifyOf(vans.marked);
  await notifyOf(vans.button);
  const open = await leaving(vans.marked, 'MARKED 1');
  // The same search finds the places of the van that is not private.
  const telling = tellingOf(open);
  for (const name of ['mail', 'bell', 'webhook', 'websocket', 'public link', 'track.gpx', 'screen of trips']) {
    expect(telling).toContain(name);
  }
  for (const kind of ['trips', 'stops', 'overspeed', 'alarms', 'chronology'] as const) {
    for (const format of FORMATS) expect(telling).toContain(`${kind}.${format}`);
  }
  const sealed = await leaving(vans.button, 'BUTTON 1');
  expect([...sealed.keys()]).toEqual([...open.keys()]);
  expect(tellingOf(sealed)).toEqual([]);
  // Where a place would be the last public one, the word stands in its stead.
  const worded = [...sealed].filter(([, text]) => text.includes(WORD)).map(([name]) => name);
  for (const kind of ['trips', 'stops', 'overspeed', 'chronology'] as const) {
    for (const format of FORMATS) expect(worded).toContain(`${kind}.${format}`);
  }
  expect(worded).toContain('websocket');
  expect(sealed.get('public link')).toMatch(/"position":null,"isPrivate":true/);
  expect([...open].filter(([, text]) => text.includes(WORD))).toEqual([]);
}, 120_000);

const mailsOf = async (registration: string) =>
  (
    await fixture.database.query<{ state: string; text: string }>(
      'SELECT state, text FROM mails WHERE position($1 IN subject) > 0 ORDER BY id',
      [registration],
    )
  ).rows;

/** Replies about all vehicles, whatever the input: those of the other van, which is not private yet. */
const OF_ALL: ReadonlySet<string> = new Set<OperationName>(['get-setup', 'get-fleet-at', 'get-vehicles-near']);

/** A contact of a device that sends its place in a frame, and another one of a type that nobody knows. */
function contactOf(identity: string): DeviceContact {
  const at = new Date().toISOString();
  const frame = { kind: 'text' as const, data: `GET /?id=${identity}&lat=-34.5030000&lon=-56.5000000` };
  return {
    key: `osmand:${identity}`,
    protocol: 'osmand',
    transport: 'http',
    identity,
    address: '192.0.2.1',
    connected: true,
    firstSeenAt: at,
    lastSeenAt: at,
    frames: 5,
    faults: 0,
    lastFrame: frame,
    decoded: { summary: 'position -34.50300, -56.50000', fault: null, messages: [{ fix: { lat: -34.503 } }] },
    looksLike: [],
    unknownMessages: [{ type: 'B9', count: 2, lastAt: at, frame }],
    deviceId: null,
    vehicleId: null,
    registration: null,
  };
}

const shownTo = async (browser: TestBrowser, identity: string) =>
  (await browser.call('get-knock-list', { identity })).rows?.find((row) => row.identity === identity);

it('contacts of a device with private time show kind, time and count, but no frame and nothing of its content', async () => {
  const { database, contacts } = fixture;
  contacts.push(contactOf('BUTTON-1'), contactOf('MARKED-1'));
  const hidden = {
    lastFrame: null,
    decoded: null,
    frames: 5,
    unknownMessages: [{ type: 'B9', count: 2, frame: null }],
  };
  expect(await shownTo(person, 'BUTTON-1')).toMatchObject({ registration: 'BUTTON 1', ...hidden });
  expect(JSON.stringify(await shownTo(person, 'BUTTON-1'))).not.toMatch(PRIVATE);
  expect(JSON.stringify(await shownTo(person, 'MARKED-1'))).toMatch(PRIVATE);
  expect(JSON.stringify(await shownTo(boss, 'BUTTON-1'))).toMatch(PRIVATE);
  // The same as live frames send.
  const live = async (identity: string) =>
    JSON.stringify((await lookUpContacts(database, contacts))(caller, { identity, protocol: null, address: null }));
  expect(await live('BUTTON-1')).not.toMatch(PRIVATE);
  expect(await live('MARKED-1')).toMatch(PRIVATE);
  // Whoever takes the device out of its vehicle, or deletes it, sees no more.
  const { device } = vans.button;
  await database.query('UPDATE installations SET removed_at = now() WHERE device_id = $1', [device]);
  expect(await shownTo(person, 'BUTTON-1')).toMatchObject({ registration: null, ...hidden });
  await database.query('UPDATE devices SET deleted_at = now() WHERE id = $1', [device]);
  expect(await shownTo(person, 'BUTTON-1')).toMatchObject({ deviceId: null, ...hidden });
  await database.query('UPDATE devices SET deleted_at = NULL WHERE id = $1', [device]);
  await database.query('UPDATE installations SET removed_at = NULL WHERE device_id = $1', [device]);
  // A newer mark, and the newest report.
  const marked = `INSERT INTO private_marks (organisation_id, vehicle_id, from_time, to_time, private)
    SELECT organisation_id, id, now() - interval '2 hours', now() - interval '1 hour', true FROM vehicles WHERE id = $1 RETURNING id`;
  const { id } = onlyRow(await database.query<{ id: number }>(marked, [vans.marked.vehicle]));
  expect(await shownTo(person, 'MARKED-1')).toMatchObject(hidden);
  await database.query('DELETE FROM private_marks WHERE id = $1', [id]);
  expect(await shownTo(person, 'MARKED-1')).toMatchObject({ lastFrame: expect.anything() });
  await database.query('UPDATE device_states SET flags = flags | 128 WHERE device_id = $1', [vans.marked.device]);
  expect(await shownTo(person, 'MARKED-1')).toMatchObject(hidden);
  await database.query('UPDATE device_states SET flags = flags & ~128 WHERE device_id = $1', [vans.marked.device]);
  contacts.length = 0;
});

it('a mark hides the past and the newest place, until it is marked as work', async () => {
  const { marked } = vans;
  const [before] = await tripsOf(marked);
  const span = {
    vehicleId: marked.vehicle,
    from: new Date(PRIVATE_FROM).toISOString(),
    to: new Date(START + 130 * 60_000).toISOString(),
  };
  expect((await person.call('mark-private-time', { ...span, isPrivate: true })).status).toBe(403);
  // One mail waits, and one was sent.
  await fixture.database.query(
    `INSERT INTO mails (organisation_id, user_id, recipient, subject, text, state, alarm_ids)
     SELECT organisation_id, user_id, recipient, subject, text, 'sent', alarm_ids FROM mails WHERE subject LIKE 'MARKED 1%'`,
  );
  expect((await mailsOf('MARKED 1')).map(({ state }) => state)).toEqual(['waiting', 'sent']);
  const { mark } = await boss.call('mark-private-time', { ...span, isPrivate: true });
  expect(mark).toMatchObject({ ...span, registration: 'MARKED 1', isPrivate: true, markedBy: 'boss' });
  // Facts and notifications are hidden with the mark, before they are recomputed.
  expect(await revealing(marked)).toEqual([]);
  await expect.poll(async () => (await tripsOf(marked))[0]?.lat, RECOMPUTED).toBe(-34.85);
  expect((await tripsOf(marked))[0]?.metres).toBe(before?.metres);
  expect(await revealing(marked)).toEqual([]);
  const left = await leaving(marked, 'MARKED 1', ['json']);
  expect(tellingOf(left)).toEqual([]);
  // A mail that waited is written again without the place, and the text of others is removed.
  expect(await mailsOf('MARKED 1')).toMatchObject([{ state: 'sent', text: expect.stringMatching(/^\(removed/) }]);
  await fixture.database.query(`UPDATE alarm_notices SET told_at = told_at - interval '2 minutes'`);
  await notifyPeople({ ...fixture.services, mailConfigured: true, publicUrl: 'https://fleet.example.org' });
  const [, again] = await mailsOf('MARKED 1');
  expect(again).toMatchObject({ state: 'waiting', text: expect.stringContaining('110 km/h') });
  expect(again?.text).not.toMatch(PRIVATE);
  await expect.poll(() => placeOnMap(marked), { timeout: 10_000 }).not.toMatch(PRIVATE);
  // A report without a fix does not bring the place back.
  await report(marked.device, [
    { kind: 'report', deviceTime: new Date(START + 131 * 60_000), fix: null, attributes: { input2: false } },
  ]);
  expect(placeOnMap(marked)).not.toMatch(PRIVATE);
  const { rows } = await boss.call('get-private-track', span);
  expect(rows?.length).toBe(200);
  expect(Math.max(...(rows ?? []).map(({ lat }) => lat))).toBeCloseTo(-34.9 + 46 / 111.195, 4);
  expect((await person.call('get-private-track', span)).status).toBe(403);
  const log = await fixture.database.query(
    `SELECT subject, subject_name, action FROM audit_log WHERE subject = 'private-mark' OR action = 'view-private' ORDER BY id`,
  );
  expect(log.rows).toEqual([
    { subject: 'private-mark', subject_name: 'MARKED 1', action: 'create' },
    { subject: 'vehicle', subject_name: 'MARKED 1', action: 'view-private' },
  ]);
  expect((await boss.call('mark-private-time', { ...span, isPrivate: false })).status).toBe(200);
  await expect.poll(async () => (await tripsOf(marked))[0]?.lat, RECOMPUTED).toBe(before?.lat);
  expect((await boss.call('get-private-track', span)).rows).toEqual([]);
}, 120_000);

it('a mark hides the newest place even if its event is lost between processes', async () => {
  const { marked } = vans;
  const { database, services } = fixture;
  await report(marked.device, [reportAt(START + 200 * 60_000, -34.51, 0, false)]);
  expect(placeOnMap(marked)).toContain('-34.51,');
  const span = { from: new Date(START + 190 * 60_000), to: new Date(START + 210 * 60_000) };
  const mark = { vehicleId: marked.vehicle, ...span, isPrivate: true };
  const actor = { userId: caller.userId, username: caller.username, address: null };
  // As the call does, without its event: the fleet is loaded anew whenever events may be missing.
  const { organisationId } = await markPrivateTime(database, caller.scope, actor, mark);
  services.bus.publish('fleet-changed', { organisationId });
  await expect.poll(() => placeOnMap(marked), { timeout: 10_000 }).not.toContain('-34.51,');
});

it('there is one rule for each vehicle and for each organisation, and a mark lies in the past', async () => {
  const { vehicle } = vans.button;
  const button = { attribute: 'input3', value: 1 };
  expect((await boss.call('save-private-rule', { vehicleId: vehicle, button })).status).toBe(409);
  const { rule } = await boss.call('save-private-rule', { button });
  expect(rule).toMatchObject({ organisationName: 'Company', vehicleId: null, workingHours: null, button, version: 1 });
  expect((await boss.call('save-private-rule', { button })).status).toBe(409);
  expect((await boss.call('get-private-rule-list')).rows?.map(({ registration }) => registration)).toEqual([
    null,
    'BUTTON 1',
  ]);
  expect((await boss.call('delete-private-rule', { id: rule?.id ?? 0 })).status).toBe(200);
  expect((await boss.call('save-private-rule', {})).fields).toHaveProperty('workingHours');
  const soon = { from: new Date(Date.now() - 1000).toISOString(), to: new Date(Date.now() + 60_000).toISOString() };
  const answer = await boss.call('mark-private-time', { vehicleId: vehicle, ...soon, isPrivate: true });
  expect(answer).toMatchObject({ status: 422, fields: { to: expect.anything() } });
});

it('the hours of a rule keep their zone, which whoever edits an organisation may change', async () => {
  const day = [{ fromMin: 480, toMin: 1020 }];
  const workingHours = Array.from({ length: 7 }, () => day);
  const saved = await boss.call('save-private-rule', { workingHours });
  const rule = saved.rule;
  expect(rule).toMatchObject({ timeZone: 'UTC' });
  await fixture.database.query(`UPDATE organisations SET time_zone = 'Asia/Tokyo' WHERE id = $1`, [
    rule?.organisationId,
  ]);
  const zones = async () => {
    const installations = await listInstallations(fixture.database, rule?.organisationId ?? 0);
    return new Set(installations.flatMap(({ privateTime }) => (privateTime?.workingHours ? privateTime.zone : [])));
  };
  const vehicleRules = await boss.call('get-private-rule-list');
  for (const one of vehicleRules.rows ?? []) {
    if (one.vehicleId !== null) await boss.call('delete-private-rule', { id: one.id });
  }
  expect(await zones()).toEqual(new Set(['UTC']));
  const again = await boss.call('save-private-rule', { id: rule?.id ?? 0, workingHours, version: rule?.version });
  expect(again.rule).toMatchObject({ timeZone: 'Asia/Tokyo' });
  expect(await zones()).toEqual(new Set(['Asia/Tokyo']));
});
