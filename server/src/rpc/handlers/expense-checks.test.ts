import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { checkDueExpenses } from '../../store/expenses/check-expenses.ts';
import { addFile } from '../../testing/add-file.ts';
import { httpFixture, type HttpFixture } from '../../testing/http-fixture.ts';
import { addTracked, insertDay, insertStop } from '../../testing/insert-facts.ts';
import type { TestBrowser } from '../../testing/test-browser.ts';
import { emptyTables } from '../../testing/empty-tables.ts';

/** One degree of latitude is 111,195 m. */
const METRE = 1 / 111_195;
const DAY = '2026-02-10';

let fixture: HttpFixture;
let admin: TestBrowser;
let of: Awaited<ReturnType<typeof addTracked>>;
beforeAll(async () => {
  fixture = await httpFixture();
  admin = await fixture.signedIn();
});
afterAll(() => fixture.close());
beforeEach(async () => {
  await emptyTables(
    fixture.database,
    'vehicles',
    'devices',
    'positions',
    'expenses',
    'contacts',
    'files',
    'day_totals',
    'stops',
  );
  of = await addTracked(fixture.database, { registration: 'SBA 1234' });
});

/** A fix at a time of the day, in metres north of 34.9° south, with the litres in the tank. */
const addFix = (clock: string, metres: number, fuelL: number | null = null) =>
  fixture.database.query(
    `INSERT INTO positions (device_id, fix_time, report_hash, received_at, lat, lon, speed_dkph, course_deg, flags, attributes)
     VALUES ($1, $2, 1, $2, $3, -562000000, 0, 0, 1, $4)`,
    [
      of.deviceId,
      `${DAY}T${clock}:00Z`,
      Math.round((-34.9 + metres * METRE) * 1e7),
      fuelL === null ? null : JSON.stringify({ fuelL }),
    ],
  );
const station = async (place: object | null = { lat: -34.9, lon: -56.2 }, more: object = {}) =>
  (await admin.call('save-contact', { kind: 'vendor', name: 'Ancap', place, ...more })).contact?.id ?? 0;
const save = async (more: Record<string, unknown>) => {
  const input = { kind: 'toll', vehicleId: of.vehicleId, amount: 100, day: DAY, submit: true, ...more };
  const { expense, ...rest } = await admin.call('save-expense', input);
  if (!expense) throw new Error(JSON.stringify(rest));
  return expense;
};
const read = async (id: number) => (await admin.call('get-expense-by-id', { id })).expense;
/** The id of a picture that contains coordinates. */
const photo = async (takenAt: string) => {
  const { rows } = await fixture.database.query<{ id: number }>(`SELECT id FROM users WHERE username = 'admin'`);
  const id = await addFile(fixture, { organisationId: 1, userId: rows[0]?.id ?? 0 }, `bill of ${takenAt}.txt`);
  await fixture.database.query(
    `UPDATE files SET kind = 'picture', lat = $2, lon = -56.2, taken_at = $3 WHERE id = $1`,
    [id, -34.9 + 20_100 * METRE, takenAt],
  );
  return id;
};
const later = () => fixture.database.query(`UPDATE expenses SET checked_at = checked_at - interval '1 hour'`);
const checkDue = () => checkDueExpenses(fixture.database, new AbortController().signal);

describe('the place of a bill', () => {
  test('is compared with the positions of the vehicle on that day: near, or how far away and when', async () => {
    const vendorId = await station();
    await addFix('09:00', 20_000);
    await addFix('09:04', 7000);
    await addFix('09:08', 20_000);
    const away = await save({ vendorId });
    expect(away.placeCheck).toEqual({ state: 'away', of: 'vendor', distanceM: 7000, at: `${DAY}T09:04:00.000Z` });
    await addFix('09:06', 300);
    expect((await save({ vendorId, amount: 101 })).placeCheck).toMatchObject({ state: 'near', distanceM: 300 });
  });

  test('is filtered in the list and the approval queue only by those that are contradicted', async () => {
    const vendorId = await station();
    await addFix('09:00', 20_000);
    const away = await save({ vendorId });
    await save({ amount: 5 });
    for (const name of ['get-expense-list', 'get-expense-queue'] as const) {
      expect((await admin.call(name, { doubt: 'place' })).rows?.map(({ id }) => id)).toEqual([away.id]);
      expect((await admin.call(name, { doubt: 'tank' })).total).toBe(0);
    }
  });

  test('is unknown for a day without positions, and empty when the vendor has no coordinates', async () => {
    expect((await save({ vendorId: await station() })).placeCheck).toEqual({
      state: 'unknown',
      of: 'vendor',
      distanceM: null,
      at: null,
    });
    expect((await save({ amount: 7 })).placeCheck).toBeNull();
  });

  test('is near a stop that began the day before, of which the day has no fix', async () => {
    await insertStop(fixture.database, of, { start: '2026-02-09T20:00:00Z', end: `${DAY}T06:00:00Z` });
    expect((await save({ vendorId: await station() })).placeCheck).toMatchObject({ state: 'near', distanceM: 0 });
  });

  test('is that of its photo when there is one of its day', async () => {
    await addFix('09:00', 20_000);
    const today = await save({ vendorId: await station(), fileIds: [await photo(`${DAY}T09:00:00Z`)] });
    expect(today.placeCheck).toMatchObject({ state: 'near', of: 'photo', distanceM: 100 });
    // A picture taken later, as at a desk, is no evidence of where the bill comes from.
    const late = await save({ amount: 3, fileIds: [await photo('2026-02-12T09:00:00Z')] });
    expect(late.placeCheck).toBeNull();
  });

  test('is compared again when the vendor gets coordinates, a photo is added, or positions arrive late', async () => {
    const vendorId = await station(null);
    await addFix('09:00', 9000);
    const { id } = await save({ vendorId });
    expect((await read(id))?.placeCheck).toBeNull();
    await station({ lat: -34.9, lon: -56.2 }, { id: vendorId });
    await checkDue();
    expect((await read(id))?.placeCheck).toMatchObject({ state: 'away', distanceM: 9000 });
    await fixture.database.query(`UPDATE expenses SET day = current_date - 3`);
    await fixture.database.query(
      `UPDATE positions SET fix_time = fix_time + (current_date - 3 - $1::date) * interval '1 day'`,
      [DAY],
    );
    await later();
    expect(await checkDue()).toBe(0);
    const { rows } = await fixture.database.query<{ day: string }>('SELECT (current_date - 3)::text AS day');
    const day = rows[0]?.day ?? '';
    await fixture.database.query(
      `INSERT INTO positions (device_id, fix_time, report_hash, received_at, lat, lon, speed_dkph, course_deg, flags)
       VALUES ($1, $2, 1, now(), -349000000, -562000000, 0, 0, 1)`,
      [of.deviceId, `${day}T12:00:00Z`],
    );
    await insertDay(fixture.database, of, { day, distanceM: 9000 });
    expect(await checkDue()).toBe(1);
    expect((await read(id))?.placeCheck).toMatchObject({ state: 'near', distanceM: 0 });
    expect(await checkDue()).toBe(0);
  });
});

const fuel = (quantity: number, more: Record<string, unknown> = {}) => save({ kind: 'fuel', quantity, ...more });
const tank = async (...levels: readonly number[]) => {
  for (const [index, level] of levels.entries()) await addFix(`10:${String(index).padStart(2, '0')}`, 0, level);
};

describe('the litres of a bill', () => {
  const FROM_20_TO_61 = [...Array.from({ length: 8 }, () => 20), ...Array.from({ length: 8 }, () => 61)];

  test("are compared with the rise of the tank's sensor on that day", async () => {
    await tank(...FROM_20_TO_61);
    expect((await fuel(60)).tankCheck).toEqual({ state: 'less', billedL: 60, roseL: 41 });
    expect((await admin.call('get-expense-list', { doubt: 'tank' })).total).toBe(1);
  });

  test('match when both bills of the day do together', async () => {
    await tank(...FROM_20_TO_61);
    expect((await fuel(21)).tankCheck).toEqual({ state: 'fits', billedL: 21, roseL: 41 });
    const second = await fuel(22, { amount: 3 });
    expect(second.tankCheck).toEqual({ state: 'fits', billedL: 43, roseL: 41 });
    expect((await fuel(22, { amount: 4 })).tankCheck).toMatchObject({ state: 'less', billedL: 65 });
  });

  test('are compared with nothing when the tank has no sensor', async () => {
    await addFix('10:00', 0);
    expect((await fuel(60)).tankCheck).toBeNull();
  });
});
