import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { httpFixture, type HttpFixture } from '../testing/http-fixture.ts';
import type { TestBrowser } from '../testing/test-browser.ts';
import { fakePlaces } from '../testing/fake-places.ts';
import { locateOutletsJob } from './distribution-jobs.ts';

const KNOWN: Record<string, { lat: number; lon: number }> = {
  '12 Sharanpur Road, Nashik': { lat: 20.0046, lon: 73.7716 },
  // Only the town of these two outlets is known, so both get the same coordinates.
  'Shop 1, Igatpuri': { lat: 19.6952, lon: 73.5626 },
  'Shop 2, Igatpuri': { lat: 19.6952, lon: 73.5626 },
};

let fixture: HttpFixture;
let admin: TestBrowser;
let searched: string[] = [];
let answers = true;
beforeAll(async () => {
  fixture = await httpFixture();
  admin = await fixture.signedIn();
});
afterAll(() => fixture.close());

async function run() {
  searched = [];
  const { database, bus, queue, files } = fixture.services;
  const places = {
    ...fakePlaces(() => null),
    locate(address: string) {
      searched.push(address);
      const place = KNOWN[address];
      return Promise.resolve(answers ? (place ? { name: address, ...place } : null) : undefined);
    },
  };
  const context = {
    database,
    bus,
    queue,
    files,
    places,
    logger: pino({ level: 'silent' }),
    mailer: null,
    publicUrl: null,
  };
  await locateOutletsJob.work(context, null, { last: true, signal: new AbortController().signal });
}

const add = async (code: string, address: string) => {
  const { outlet } = await admin.call('save-outlet', { code, name: code, address, place: null });
  return outlet?.id ?? 0;
};
const placeOf = async (id: number) => (await admin.call('get-outlet-by-id', { id })).outlet?.place;

test('outlets with only an address get coordinates, each requested once', async () => {
  const [known, unknown] = [await add('A', '12 Sharanpur Road, Nashik'), await add('B', 'Nowhere')];
  const [first, second] = [await add('C', 'Shop 1, Igatpuri'), await add('D', 'Shop 2, Igatpuri')];
  answers = false;
  await run();
  // After an unanswered request, the service is not called for the next ones.
  expect(searched).toHaveLength(1);
  expect(await placeOf(known)).toBeNull();

  answers = true;
  await run();
  expect(searched).toHaveLength(4);
  expect(await placeOf(known)).toEqual({ lat: 20.0046, lon: 73.7716 });
  expect(await placeOf(unknown)).toBeNull();
  expect(await placeOf(first)).toEqual({ lat: 19.6952, lon: 73.5626 });
  // Two shops must not both be delivered to in the centre of the town.
  expect(await placeOf(second)).toBeNull();

  await run();
  expect(searched).toEqual([]);
  const { rows } = await fixture.database.query(
    `SELECT username, subject_id::int FROM audit_log WHERE username = 'GEOCODER' ORDER BY id`,
  );
  expect(rows).toEqual([
    { username: 'GEOCODER', subject_id: known },
    { username: 'GEOCODER', subject_id: first },
  ]);
});

test('a changed address is looked up again', async () => {
  await fixture.database.query(`UPDATE outlets SET address = '12 Sharanpur Road, Nasik' WHERE code = 'B'`);
  await run();
  expect(searched).toEqual(['12 Sharanpur Road, Nasik']);
});
