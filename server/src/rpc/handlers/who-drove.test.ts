import type { TripDriver } from '@milepost/contract/who-drove';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type HttpFixture, httpFixture } from '../../testing/http-fixture.ts';
import { addTracked, insertTagSpan, insertTrip } from '../../testing/insert-facts.ts';
import type { TestBrowser } from '../../testing/test-browser.ts';
import { emptyTables } from '../../testing/empty-tables.ts';

let fixture: HttpFixture;
let admin: TestBrowser;
let of: Awaited<ReturnType<typeof addTracked>>;
let people: Record<'ana' | 'ben' | 'eva', number>;

beforeAll(async () => {
  fixture = await httpFixture();
  admin = await fixture.signedIn();
});
afterAll(() => fixture.close());

const at = (clock: string) => `2026-11-10T${clock}:00Z`;
const RANGE = { from: '2026-11-10T00:00:00Z', to: '2026-11-11T00:00:00Z' };

async function add(name: string, tag?: string) {
  const tags = tag === undefined ? [] : [{ kind: 'ibutton' as const, tag }];
  return (await admin.call('save-driver', { name, tags })).driver?.id ?? 0;
}

beforeEach(async () => {
  await emptyTables(fixture.database, 'vehicles', 'devices', 'drivers');
  of = await addTracked(fixture.database, { registration: 'SBA 1' });
  people = { ana: await add('Ana', '01:aa'), ben: await add('Ben', '1BB'), eva: await add('Eva') };
  // 08:00 to 09:00, 100 km.
  await insertTrip(fixture.database, of, { start: at('08:00'), end: at('09:00'), distanceM: 100_000 });
});

const usual = (driverId: number, from: string, to: string | null = null) =>
  fixture.database.query(
    'INSERT INTO driver_assignments (vehicle_id, driver_id, from_time, to_time) VALUES ($1, $2, $3, $4)',
    [of.vehicleId, driverId, from, to],
  );
const assign = (driverId: number, from: string, to: string | null, id?: number) =>
  admin.call('save-assignment', { ...(id && { id }), driverId, vehicleId: of.vehicleId, from, to });
const insertTag = (tag: string, start: string, end: string | null, durationS?: number) =>
  insertTagSpan(fixture.database, of, { tag, start, end, ...(durationS && { durationS }) });

const hand = (driverId: number, name: string, from: string | null, to: string | null) =>
  admin.call('save-driver', { id: driverId, name, tags: [{ kind: 'ibutton', tag: '1AA', from, to }] });
const summarise = (drivers: readonly TripDriver[] = []) =>
  drivers.map(({ name, source, share }) => `${name} ${source} ${Math.round(share * 100)}`);
const drivers = async () => summarise((await admin.call('get-trip-list', RANGE)).rows?.[0]?.drivers);

describe('who drove a trip', () => {
  test('is unknown', async () => {
    expect(await drivers()).toEqual([]);
  });

  test('is the owner of the reported tag, else the assigned driver, else the usual one', async () => {
    await usual(people.eva, at('00:00'));
    expect(await drivers()).toEqual(['Eva usual 100']);
    await assign(people.ben, at('07:00'), at('12:00'));
    expect(await drivers()).toEqual(['Ben assignment 100']);
    await insertTag('1AA', at('07:50'), at('10:00'));
    expect(await drivers()).toEqual(['Ana tag 100']);
  });

  test('are all of them, each with the share of the time', async () => {
    await usual(people.eva, at('00:00'));
    await assign(people.ben, at('07:00'), at('08:45'));
    await insertTag('1AA', at('08:00'), at('08:15'));
    expect(await drivers()).toEqual(['Ana tag 25', 'Ben assignment 50', 'Eva usual 25']);
  });

  test('is one entry for who drove at its beginning and at its end', async () => {
    await insertTag('1AA', at('08:00'), at('08:15'));
    await insertTag('1BB', at('08:15'), at('08:30'));
    await insertTag('1AA', at('08:30'), at('09:30'));
    expect(await drivers()).toEqual(['Ana tag 75', 'Ben tag 25']);
  });

  test('may be unknown for a part', async () => {
    await assign(people.ben, at('07:00'), at('08:30'));
    expect(await drivers()).toEqual(['Ben assignment 50']);
  });

  test('changes with corrections of the past', async () => {
    const made = await assign(people.ben, at('07:00'), at('12:00'));
    expect(await drivers()).toEqual(['Ben assignment 100']);
    await assign(people.eva, at('07:00'), at('12:00'), made.assignment?.id);
    expect(await drivers()).toEqual(['Eva assignment 100']);
    await admin.call('delete-assignment', { id: made.assignment?.id ?? 0 });
    expect(await drivers()).toEqual([]);
  });

  test('follows the owner of a tag at that time', async () => {
    await insertTag('1AA', at('07:50'), at('10:00'));
    await hand(people.ana, 'Ana', null, at('08:30'));
    await hand(people.eva, 'Eva', at('08:30'), null);
    expect(await drivers()).toEqual(['Ana tag 50', 'Eva tag 50']);
  });

  test('does not depend on the order in which it becomes known', async () => {
    const steps = [
      () => usual(people.eva, at('00:00')),
      () => assign(people.ben, at('07:00'), at('08:45')),
      () => insertTag('1AA', at('08:00'), at('08:15')),
    ];
    const orders = [
      [0, 1, 2],
      [0, 2, 1],
      [1, 0, 2],
      [1, 2, 0],
      [2, 0, 1],
      [2, 1, 0],
    ];
    for (const order of orders) {
      await fixture.database.query('TRUNCATE driver_assignments, tag_spans');
      for (const step of order) await steps[step]?.();
      expect(await drivers(), order.join()).toEqual(['Ana tag 25', 'Ben assignment 50', 'Eva usual 25']);
    }
  });

  test('stays after the driver was removed', async () => {
    await assign(people.ben, at('07:00'), at('12:00'));
    await insertTag('1AA', at('08:30'), at('10:00'));
    await admin.call('delete-driver', { id: people.ben });
    await admin.call('delete-driver', { id: people.ana });
    expect(await drivers()).toEqual(['Ben assignment 50', 'Ana tag 50']);
  });

  test('is shown with the trips, the timeline and the page of the driver', async () => {
    await assign(people.ben, at('07:00'), at('08:15'));
    await usual(people.eva, at('00:00'));
    const facts = await admin.call('get-vehicle-facts', { vehicleId: of.vehicleId, ...RANGE });
    expect(summarise(facts.trips?.[0]?.drivers)).toEqual(['Ben assignment 25', 'Eva usual 75']);
    const timeline = await admin.call('get-timeline', RANGE);
    expect(timeline.rows?.[0]?.driverName).toBe('Ben, Eva');
    expect(summarise(timeline.rows?.[0]?.bands[0]?.drivers)).toEqual(['Ben assignment 25', 'Eva usual 75']);
    const trips = await admin.call('get-driver-trips', { driverId: people.ben, ...RANGE });
    expect(trips.total).toBe(1);
    expect((await admin.call('get-driver-trips', { driverId: people.ana, ...RANGE })).total).toBe(0);
  });
});

const daysOf = async (driverId: number) => (await admin.call('get-driver-days', { driverId, days: 7 })).days;

describe('the days of a driver', () => {
  test('contain the share of each trip', async () => {
    const day = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
    const on = (clock: string) => `${day}T${clock}:00Z`;
    await insertTrip(fixture.database, of, { start: on('08:00'), end: on('09:00'), distanceM: 80_000 });
    await insertTrip(fixture.database, of, { start: on('10:00'), end: on('10:30'), distanceM: 30_000 });
    await assign(people.ben, on('08:45'), on('12:00'));
    const { days } = await admin.call('get-driver-days', { driverId: people.ben, days: 7 });
    expect(days).toMatchObject([{ day, trips: 2, distanceM: 50_000, durationS: 2700, vehicles: ['SBA 1'] }]);
    expect((await admin.call('get-driver-days', { driverId: people.eva })).days).toEqual([]);
  });

  test('count the time once when tag, assignment and usual driver agree', async () => {
    const day = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
    const on = (clock: string) => `${day}T${clock}:00Z`;
    await insertTrip(fixture.database, of, { start: on('08:00'), end: on('09:00'), distanceM: 80_000 });
    await usual(people.ana, on('00:00'));
    await assign(people.ana, on('07:00'), on('08:45'));
    await insertTag('1AA', on('08:00'), on('08:15'));
    await insertTag('1BB', on('08:15'), on('08:30'));
    // Ana by tag, Ben by tag, Ana by assignment, Ana as usual: a quarter of an hour each.
    expect(await daysOf(people.ana)).toMatchObject([{ day, trips: 1, distanceM: 60_000, durationS: 2700 }]);
    expect(await daysOf(people.ben)).toMatchObject([{ day, trips: 1, distanceM: 20_000, durationS: 900 }]);
  });
});

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

const wheel = async () => (await admin.call('get-vehicle-now', { id: of.vehicleId })).wheel;

describe('who is at the wheel now', () => {
  test('is known by the tag as long as it is valid', async () => {
    await usual(people.eva, at('00:00'));
    expect(await wheel()).toEqual({ driver: { id: people.eva, name: 'Eva', source: 'usual' }, unknownTag: null });
    await insertTag('1AA', minutesAgo(300), null, 60);
    expect((await wheel())?.driver?.name).toBe('Eva');
    await insertTag('1BB', minutesAgo(100), null, 60);
    expect((await wheel())?.driver).toEqual({ id: people.ben, name: 'Ben', source: 'tag' });
    expect((await admin.call('get-driver-by-id', { id: people.ben })).driver?.vehicle).toEqual({
      id: of.vehicleId,
      registration: 'SBA 1',
      source: 'tag',
    });
    expect((await admin.call('get-driver-by-id', { id: people.eva })).driver?.vehicle).toBeNull();
  });

  test('with an unassigned tag is shown, offered, and known once somebody has it', async () => {
    await insertTag('7E7E', minutesAgo(30), null, 600);
    expect((await wheel())?.unknownTag?.tag).toBe('7E7E');
    const { rows } = await admin.call('get-unknown-tags');
    expect(rows).toMatchObject([{ tag: '7E7E', vehicleId: of.vehicleId, registration: 'SBA 1' }]);
    await admin.call('save-driver', { id: people.eva, name: 'Eva', tags: [{ kind: 'rfid', tag: '00:7e:7e' }] });
    expect(await wheel()).toEqual({ driver: { id: people.eva, name: 'Eva', source: 'tag' }, unknownTag: null });
    expect((await admin.call('get-unknown-tags')).total).toBe(0);
  });
});
