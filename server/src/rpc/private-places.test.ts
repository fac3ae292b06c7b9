import { type OperationName, OPERATIONS } from '@milepost/contract/operations';
import type { Message } from '@milepost/protocols/types';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createFactsMetrics } from '../facts/facts-metrics.ts';
import { createIngest, type Ingest } from '../ingest/ingest.ts';
import { createIngestMetrics } from '../ingest/ingest-metrics.ts';
import { createFleet, type Fleet } from '../live/fleet.ts';
import { ADMINISTRATOR } from '../store/roles/basic-roles.ts';
import { foreignInput } from '../testing/foreign-input.ts';
import { httpFixture, type HttpFixture } from '../testing/http-fixture.ts';
import { addOrganisation, addUser } from '../testing/organisations.ts';
import type { TestBrowser } from '../testing/test-browser.ts';

/**
 * Two vans drive north from the yard and stay there. One has a button for private time, which is on beyond the first
 * kilometres; the other is marked later. Everything north of -34.85 is private, which is tested from -34.83 on.
 */
const START = Math.floor(Date.now() / 86_400_000) * 86_400_000 - 86_400_000 + 6 * 3_600_000;
const YARD = { lat: -34.9, lon: -56.2 };
const PRIVATE = /-34\.?(?:[4-7]\d|8[0-2])/;
const PRIVATE_FROM = START + 26 * 60_000;
const RANGE = {
  from: new Date(START - 3_600_000).toISOString(),
  to: new Date(START + 18 * 3_600_000).toISOString(),
};

let fixture: HttpFixture;
let ingest: Ingest;
let fleet: Fleet;
let boss: TestBrowser;
let person: TestBrowser;
let vans: Record<'button' | 'marked', { vehicle: number; device: number }>;

beforeAll(async () => {
  fixture = await httpFixture();
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
});
afterAll(async () => {
  fleet.stop();
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
    return reportAt(time, lat, isDriving ? 60 : 0, hasButton && time >= PRIVATE_FROM);
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

/** Replies about all vehicles, whatever the input: those of the other van, which is not private yet. */
const OF_ALL: ReadonlySet<string> = new Set<OperationName>(['get-setup', 'get-fleet-at', 'get-vehicles-near']);

it('a mark hides the past and the newest place, until it is marked as work', async () => {
  const { marked } = vans;
  const [before] = await tripsOf(marked);
  const span = {
    vehicleId: marked.vehicle,
    from: new Date(PRIVATE_FROM).toISOString(),
    to: new Date(START + 130 * 60_000).toISOString(),
  };
  expect((await person.call('mark-private-time', { ...span, isPrivate: true })).status).toBe(403);
  const { mark } = await boss.call('mark-private-time', { ...span, isPrivate: true });
  expect(mark).toMatchObject({ ...span, registration: 'MARKED 1', isPrivate: true, markedBy: 'boss' });
  await expect.poll(async () => (await tripsOf(marked))[0]?.lat, RECOMPUTED).toBe(-34.85);
  expect((await tripsOf(marked))[0]?.metres).toBe(before?.metres);
  expect(await revealing(marked)).toEqual([]);
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
