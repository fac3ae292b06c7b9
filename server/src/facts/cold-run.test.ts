import { cityForTests } from '@milepost/city/testing';
import { newTeltonikaDecoder } from '@milepost/protocols/teltonika/decoder';
import { TeltonikaConversation } from '@milepost/simulator/conversation-teltonika';
import { demoFleet } from '@milepost/simulator/fleet';
import { LoadSpace } from '@milepost/simulator/load-space';
import { dayStart, localDay } from '@milepost/simulator/local-time';
import { RETAINED, Movement } from '@milepost/simulator/movement';
import { pastReports } from '@milepost/simulator/demo-device';
import { Recorder } from '@milepost/simulator/recorder';
import { Streets } from '@milepost/simulator/streets';
import { demoTours } from '@milepost/simulator/tours';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { onlyRow } from '../store/rows.ts';
import { makeRunFacts } from '../store/runs/make-run-facts.ts';
import { type TestDatabase, testDatabase } from '../testing/test-database.ts';
import { addDevice } from '../testing/test-gateway.ts';
import { type TrackingHarness, trackingHarness } from '../testing/tracking-harness.ts';

/** Monday 16 November 2026 in Montevideo. */
const DAY = localDay(Date.UTC(2026, 10, 16, 12));
const HOUR = 3_600_000;
const [COLDEST, WARMEST] = [2, 8];

let fixture: TestDatabase;
let harness: TrackingHarness;
beforeAll(async () => {
  fixture = await testDatabase();
});
afterAll(async () => {
  await harness?.close();
  await fixture?.close();
});

/** A tour of the demo's cold chain as its device reports it over the wire, with the true temperatures of its load. */
function coldTour() {
  const city = cityForTests();
  const streets = new Streets(city.graph);
  const fleet = demoFleet(60);
  const tour = demoTours(fleet, streets, city.outlets).find(({ name }) => name === 'Cold chain West');
  const index = fleet.findIndex(({ identity }) => identity === tour?.identity);
  const vehicle = fleet[index];
  if (!tour || !vehicle) throw new Error('no tour');
  const movement = new Movement(vehicle, index, streets, city.outlets, DAY, RETAINED, tour);
  const startsAt = dayStart(DAY) + tour.startMinute * 60_000;
  const reports = [...pastReports(new Recorder(vehicle, index, movement), startsAt - HOUR, startsAt + 10 * HOUR)];
  const device = new TeltonikaConversation(vehicle.identity, vehicle.tag);
  const messages = Array.from({ length: Math.ceil(reports.length / device.maxBatch) }, (_, n) => {
    const batch = reports.slice(n * device.maxBatch, (n + 1) * device.maxBatch);
    return newTeltonikaDecoder().decode(device.encode(batch).bytes).messages;
  }).flat();
  const shops = tour.stops.flatMap((number) => city.outlets[number] ?? []);
  return {
    startsAt,
    shops,
    depot: streets.placeOf(tour.depotHalt),
    messages,
    reports,
    space: new LoadSpace(index, movement),
  };
}

test('reports the temperature of a run as in range as often as the load was in range when it was measured', async () => {
  const { startsAt, shops, depot, messages, reports, space } = coldTour();
  const { deviceId, vehicleId } = await addDevice(fixture.database, 'cold');
  const { rows } = await fixture.database.query<{ id: number }>(
    `WITH depot AS (
       INSERT INTO depots (organisation_id, name, lat, lon) SELECT organisation_id, 'Yard', $2, $3 FROM vehicles WHERE id = $1
       RETURNING id, organisation_id
     ), route AS (
       INSERT INTO routes (organisation_id, name, colour) SELECT organisation_id, 'Cold', '#0284c7' FROM depot RETURNING id
     ), probe AS (
       INSERT INTO sensors (organisation_id, vehicle_id, name, kind, unit, versions)
       SELECT organisation_id, $1, 'Load space', 'temperature', '°C', $6 FROM depot
     )
     INSERT INTO route_runs (organisation_id, route_id, day, vehicle_id, begin_depot_id, end_depot_id, starts_at, ends_at, load)
     SELECT d.organisation_id, r.id, '2026-11-16', $1, d.id, d.id, $4, $5, $7 FROM depot d, route r RETURNING id`,
    [
      vehicleId,
      depot.lat,
      depot.lon,
      new Date(startsAt),
      new Date(startsAt + 8 * HOUR),
      JSON.stringify([{ source: { attribute: 'temperature1C' }, calibration: null, min: -55, max: 115, from: null }]),
      { minC: COLDEST, maxC: WARMEST },
    ],
  );
  const run = onlyRow({ rows });
  await fixture.database.query(
    `WITH made AS (
       INSERT INTO outlets (organisation_id, code, name, lat, lon, radius_m)
       SELECT v.organisation_id, s.n, s.name, s.lat, s.lon, 80 FROM vehicles v,
         jsonb_to_recordset($2) AS s(n int, name text, lat float8, lon float8) WHERE v.id = $1 RETURNING id, code
     )
     INSERT INTO route_run_stops (run_id, position, outlet_id, service_s) SELECT $3, code::int, id, 1500 FROM made`,
    [vehicleId, JSON.stringify(shops.map(({ name, lat, lon }, n) => ({ n, name, lat, lon }))), run.id],
  );
  harness = await trackingHarness(fixture);
  await expect.poll(async () => (await fixture.database.query('SELECT FROM place_changes')).rowCount).toBe(0);
  // Received when they were made, because reports from 400 days ago would count as those of a wrong clock.
  await harness.store([{ deviceId, messages, receivedAt: startsAt + 12 * HOUR }]);
  await expect
    .poll(async () => (await fixture.database.query('SELECT FROM place_stays WHERE ended_at IS NOT NULL')).rowCount)
    .toBeGreaterThan(0);
  await fixture.database.query('INSERT INTO run_marks (run_id) VALUES ($1)', [run.id]);
  while ((await makeRunFacts(fixture.database, startsAt + 48 * HOUR)).taken > 0);
  const facts = onlyRow(
    await fixture.database.query<{ begun: number; ended: number; cold: number; cold_of: number }>(
      `SELECT extract(epoch FROM begun_at)::float8 * 1000 AS begun, extract(epoch FROM ended_at)::float8 * 1000 AS ended, cold,
         cold_of FROM run_facts WHERE run_id = $1`,
      [run.id],
    ),
  );
  const measured = reports.filter(({ timeMs }) => timeMs >= facts.begun && timeMs < facts.ended);
  const truly = measured.map(({ timeMs }) => space.temperatureAt(timeMs));
  expect(facts.cold_of).toBe(measured.length);
  // The probe reports tenths of a degree, so a value this close to a bound can count either way.
  const within = (slack: number) => truly.filter((c) => c >= COLDEST - slack && c <= WARMEST + slack).length;
  expect(facts.cold).toBeGreaterThanOrEqual(within(-0.051));
  expect(facts.cold).toBeLessThanOrEqual(within(0.051));
  expect(facts.cold).toBeLessThan(facts.cold_of);
  expect(facts.cold / facts.cold_of).toBeGreaterThan(0.8);
});
