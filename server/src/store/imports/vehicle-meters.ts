import { type Fault, fault } from '@milepost/contract/fault';
import { METERS, type Meter } from '@milepost/contract/vehicle-kinds';
import type {
  LineFault,
  ParsedLine,
  ResolvedLine,
  Value,
  Values,
  WrittenLine,
} from '../../imports/import-descriptor.ts';
import type { Actor } from '../audit/audit.ts';
import { auditedMany } from '../audit/audit-many.ts';
import type { Queryable } from '../database.ts';
import { readMeterValues } from '../fleet/meters.ts';

/** The fields of a line with their unit in metres or seconds. */
const FIELDS = {
  odometer: { field: 'odometer', on: 'odometerOn', unit: 1000, now: 'odometerM' },
  'engine-hours': { field: 'engineHours', on: 'engineHoursOn', unit: 3600, now: 'engineHoursS' },
} as const satisfies Record<Meter, object>;

/** The id of a reading that is not stored yet. */
const NEW = 0;

interface Reading {
  vehicleId: number;
  meter: Meter;
  value: number;
  at: Date;
  /** A day in the organisation's time zone. */
  day: string;
}

/** Rounded to a tenth, as in an export. */
const shown = (value: number, unit: number) => Math.round((value * 10) / unit) / 10;

/**
 * The meter readings of lines: at noon of a given day, or now without a day. Readings that exist already are skipped;
 * those that contradict other readings are faults.
 */
export async function resolveMeters(
  db: Queryable,
  organisationId: number,
  lines: readonly ResolvedLine[],
  parsed: readonly ParsedLine[],
): Promise<ResolvedLine[]> {
  const stored = parsed.some(({ given }) => METERS.some((meter) => given[FIELDS[meter].field] !== undefined));
  if (!stored) return [...lines];
  const ids = lines.flatMap(({ id }, index) => (id !== null && hasReading(parsed[index]) ? [id] : []));
  const [noons, now, readings] = [
    await readNoons(db, organisationId, parsed),
    await readMeterValues(db, ids),
    Map.groupBy(await readReadings(db, organisationId, ids), ({ vehicleId }) => vehicleId),
  ];
  return lines.map((line, index) => {
    const given = parsed[index]?.given ?? {};
    const after: Record<string, Value> = { ...line.after };
    const faults: LineFault[] = [...line.faults];
    for (const meter of METERS) {
      const { field, on, unit, now: key } = FIELDS[meter];
      const entered = given[field];
      if (typeof entered !== 'number') continue;
      const day = given[on];
      const noon = typeof day === 'string' ? noons.get(day) : undefined;
      if (typeof day === 'string' && noon === undefined) {
        faults.push({ field: on, fault: fault('day-to-come') });
        continue;
      }
      const others = (line.id === null ? [] : (readings.get(line.id) ?? [])).filter((one) => one.meter === meter);
      const counted = line.id === null ? null : (now.get(line.id)?.[key] ?? null);
      const known =
        noon === undefined
          ? counted !== null && shown(counted, unit) === shown(entered * unit, unit)
          : others.some((one) => one.day === day && shown(one.value, unit) === shown(entered * unit, unit));
      if (known) continue;
      const at = noon ?? new Date();
      const wrong = wrongOrder(meter, others, entered * unit, at);
      if (wrong) faults.push({ field, fault: wrong });
      else after[field] = [NEW, entered * unit, at.toISOString()];
    }
    return { ...line, after, faults };
  });
}

const hasReading = (line: ParsedLine | undefined): boolean =>
  METERS.some((meter) => line?.given[FIELDS[meter].field] !== undefined);

/** Noon of each day in the organisation's time zone, or now if that is earlier; future days are left out. */
async function readNoons(
  db: Queryable,
  organisationId: number,
  lines: readonly ParsedLine[],
): Promise<Map<string, Date>> {
  const days = lines.flatMap(({ given }) => METERS.flatMap((meter) => given[FIELDS[meter].on] ?? []));
  const { rows } = await db.query<{ day: string; noon: Date }>(
    `SELECT d.day, least(now(), (d.day::date + time '12:00') AT TIME ZONE o.time_zone) AS noon
     FROM organisations o, unnest($2::text[]) AS d(day)
     WHERE o.id = $1 AND d.day::date <= (now() AT TIME ZONE o.time_zone)::date`,
    [organisationId, [...new Set(days)]],
  );
  return new Map(rows.map(({ day, noon }) => [day, noon]));
}

async function readReadings(db: Queryable, organisationId: number, ids: readonly number[]): Promise<Reading[]> {
  const { rows } = await db.query<Reading>(
    `SELECT r.vehicle_id AS "vehicleId", r.meter, r.value, r.at, (r.at AT TIME ZONE o.time_zone)::date::text AS day
     FROM meter_readings r, organisations o WHERE o.id = $1 AND r.vehicle_id = ANY($2) AND r.deleted_at IS NULL`,
    [organisationId, ids],
  );
  return rows;
}

/** A meter only increases. */
function wrongOrder(meter: Meter, others: readonly Reading[], value: number, at: Date): Fault | null {
  const same = others.find((one) => one.at.getTime() === at.getTime());
  if (same) return fault('reading-moment');
  const wrong = others.find((one) => (one.at < at ? one.value > value : one.value < value));
  if (!wrong) return null;
  const moment = wrong.at.toISOString();
  return meter === 'odometer'
    ? fault('odometer-order', { reading: wrong.value, at: moment })
    : fault('engine-hours-order', { reading: wrong.value / 3600, at: moment });
}

/** Adds the readings of lines, and deletes those that an undo has to delete. */
export async function putReadings(
  db: Queryable,
  actor: Actor,
  lines: readonly (WrittenLine & { id: number })[],
): Promise<void> {
  const differ = METERS.flatMap((meter) =>
    lines.flatMap(({ id, before, after }) => {
      const [is, was] = [readingOf(after, meter), readingOf(before ?? {}, meter)];
      return is?.id === was?.id ? [] : [{ id, meter, is, was }];
    }),
  );
  const added = differ.flatMap(({ id, meter, is }) =>
    is?.id === NEW ? [{ vehicleId: id, meter, value: is.value, at: is.at }] : [],
  );
  const taken = differ.flatMap(({ is, was }) => (is?.id !== NEW && was ? [was.id] : []));
  if (added.length > 0) {
    await auditedMany(db, actor, { subject: 'meter', ids: [], actions: ADDED }, async () => {
      const { rows } = await db.query<{ id: number }>(
        `INSERT INTO meter_readings (vehicle_id, meter, at, value, added_by)
         SELECT r."vehicleId", r.meter, r.at, r.value, $2
         FROM jsonb_to_recordset($1) AS r("vehicleId" int, meter text, at timestamptz, value float8) RETURNING id`,
        [JSON.stringify(added), actor.userId],
      );
      return rows.map(({ id }) => id);
    });
  }
  if (taken.length > 0) {
    await auditedMany(db, actor, { subject: 'meter', ids: taken, actions: TAKEN }, async () => {
      await db.query('UPDATE meter_readings SET deleted_at = now() WHERE id = ANY($1)', [taken]);
      return taken;
    });
  }
}

const ADDED = { made: 'create', changed: 'change' } as const;
const TAKEN = { made: 'create', changed: 'delete' } as const;

function readingOf(values: Values, meter: Meter): { id: number; value: number; at: string } | null {
  const stored = values[FIELDS[meter].field];
  if (!Array.isArray(stored)) return null;
  const [id, value, at] = stored;
  return typeof id === 'number' && typeof value === 'number' && typeof at === 'string' ? { id, value, at } : null;
}
