import { tagKey } from '@milepost/tracking/tag';
import type { Queryable } from '../store/database.ts';
import { insertDriver, updateDriver } from '../store/drivers/change-drivers.ts';
import { writeTags } from '../store/drivers/driver-tags.ts';
import type { DemoVehicle } from './seed.ts';

/** A created vehicle with its usual driver. */
export interface Seeded {
  vehicle: DemoVehicle;
  vehicleId: number;
  driverId: number | null;
}

/** The number of days that assignments reach into the past and the future. */
const BACK_DAYS = 90;
const AHEAD_DAYS = 7;
/**
 * Relief drivers, from 8 to 20 h in Montevideo, when a usual driver is away: a shift each day, each in another vehicle.
 */
const RELIEF = ['Lucía Ferreira', 'Andrés Cabrera', 'Camila Techera', 'Gonzalo Olivera'];
const CLASSES = [['B'], ['B', 'C'], ['B', 'C', 'CE'], ['B', 'D']];
const CONTACTS = ['Rosa', 'Jorge', 'Elena', 'Miguel', 'Silvia'];

/** Assigns a vehicle's usual driver since before its history. */
export async function seedUsualDriver(db: Queryable, vehicleId: number, driverId: number): Promise<void> {
  await db.query(
    `INSERT INTO driver_assignments (vehicle_id, driver_id, from_time)
     VALUES ($1, $2, date_trunc('day', now()) - make_interval(days => ${BACK_DAYS}))`,
    [vehicleId, driverId],
  );
}

/** Adds documents and tags of the drivers, and three months of assignments of the relief drivers. */
export async function seedDrivers(
  db: Queryable,
  organisationId: number,
  seeded: readonly Seeded[],
  groups: ReadonlyMap<string, number>,
): Promise<void> {
  const known = new Set<number>();
  for (const [n, { vehicle, driverId }] of seeded.entries()) {
    if (driverId === null || vehicle.driver === null || known.has(driverId)) continue;
    known.add(driverId);
    const groupId = groups.get(vehicle.group);
    await writePapers(db, driverId, vehicle.driver, n, groupId === undefined ? [] : [groupId]);
  }
  await giveTags(db, organisationId, seeded);
  const relief: number[] = [];
  for (const [n, name] of RELIEF.entries()) {
    const id = await insertDriver(db, organisationId, name);
    await writePapers(db, id, name, seeded.length + n, []);
    relief.push(id);
  }
  // A vehicle with a tag reader needs no assignments.
  await assignRelief(
    db,
    relief,
    seeded.filter(({ vehicle }) => vehicle.tag === null).map(({ vehicleId }) => vehicleId),
  );
}

const two = (value: number) => String(value % 100).padStart(2, '0');
const dayFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

async function writePapers(db: Queryable, id: number, name: string, n: number, groupIds: number[]): Promise<void> {
  await updateDriver(db, id, {
    name,
    number: `D-${String(101 + n)}`,
    phone: `+598 9${n % 10} ${two(n * 37)}${n % 7} ${two(n * 53)}${n % 9}`,
    email: null,
    licenceNumber: `UY ${String(410_000 + n * 1237)}`,
    licenceClasses: CLASSES[n % CLASSES.length] ?? [],
    // One in twelve has expired, one in twelve expires this month, the others are valid for years.
    licenceExpiresOn: dayFromNow(n % 12 === 5 ? -9 : n % 12 === 8 ? 12 + (n % 14) : 200 + ((n * 97) % 1500)),
    groupIds,
    hiredOn: dayFromNow(-300 - ((n * 211) % 3000)),
    leftOn: null,
    emergencyName: CONTACTS[n % CONTACTS.length] ?? null,
    emergencyPhone: `+598 9${(n + 4) % 10} ${two(n * 71)}${n % 3} ${two(n * 29)}${n % 5}`,
    note: null,
    userId: null,
  });
}

/** Each driver whose vehicle has a reader gets a tag, except the last one, whose tag is not registered yet. */
async function giveTags(db: Queryable, organisationId: number, seeded: readonly Seeded[]): Promise<void> {
  const read = seeded.filter(({ vehicle, driverId }) => vehicle.tag !== null && driverId !== null);
  for (const { vehicle, driverId } of read.length > 1 ? read.slice(0, -1) : read) {
    if (vehicle.tag === null || driverId === null) continue;
    const tag = { kind: 'ibutton' as const, tag: tagKey(vehicle.tag), from: null, to: null };
    await writeTags(db, organisationId, driverId, [tag]);
  }
}

/** No two of them are in one vehicle on a day, because there are more vehicles than relief drivers. */
async function assignRelief(db: Queryable, relief: readonly number[], vehicleIds: readonly number[]): Promise<void> {
  if (vehicleIds.length < relief.length) return;
  await db.query(
    `INSERT INTO driver_assignments (vehicle_id, driver_id, from_time, to_time, source)
     SELECT ($2::int[])[1 + (n + day * $3) % $4], driver,
            date_trunc('day', now()) + make_interval(days => day - ${BACK_DAYS}, hours => 11),
            date_trunc('day', now()) + make_interval(days => day - ${BACK_DAYS}, hours => 23), 'assignment'
       FROM unnest($1::int[]) WITH ORDINALITY AS r(driver, n), generate_series(0, ${BACK_DAYS + AHEAD_DAYS}) AS day
      WHERE (day + n) % 7 > 1`,
    [relief, vehicleIds, relief.length, vehicleIds.length],
  );
}
