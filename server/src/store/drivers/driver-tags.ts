import { fault, type Fault } from '@milepost/contract/fault';
import { driverTagOfDecimal } from '@milepost/protocols/tools/driver-tag';
import { tagKey } from '@milepost/tracking/tag';
import { AppError, fieldError } from '../../errors.ts';
import type { Queryable } from '../database.ts';
import { type Page, firstRows } from '../page.ts';
import { andSeen, type Scope } from '../scope.ts';
import { readHeldTagUses } from '../retention/require-unheld.ts';
import type { DriverInput } from './change-drivers.ts';
import { nobodyHas } from './who-drove.ts';

type TagInput = NonNullable<DriverInput['tags']>[number];

/** Serialises the changes of tags in an organisation, so that the same tag cannot be given to two drivers. */
const TAG_LOCK = 34;

const endOf = ({ to }: TagInput) => (to === null ? Infinity : Date.parse(to));
const startOf = ({ from }: TagInput) => (from === null ? -Infinity : Date.parse(from));

/**
 * Replaces the tags of a driver.
 * @throws AppError `invalid` at the field of a tag that is not valid, or that another driver has at that time;
 * `conflict` if this driver used a removed tag in a vehicle on legal hold
 */
export async function writeTags(
  db: Queryable,
  organisationId: number,
  driverId: number,
  given: readonly TagInput[],
): Promise<void> {
  // The number printed on a key is often its serial number in decimal.
  const tags = given.map((one) => ({
    ...one,
    tag: tagKey(one.kind === 'ibutton' ? driverTagOfDecimal(one.tag) : one.tag),
  }));
  const faults: Record<string, Fault> = {};
  await db.query('SELECT pg_advisory_xact_lock($1, $2)', [TAG_LOCK, organisationId]);
  for (const [index, one] of tags.entries()) {
    const at = `tags.${index}.tag`;
    if (one.tag === '') faults[at] = { code: 'wrong-form' };
    else if (endOf(one) <= startOf(one)) faults[`tags.${index}.to`] = { code: 'after-start' };
    else if (tags.some((other, n) => n < index && isSameTime(one, other))) {
      faults[at] = fault('tag-twice', { tag: one.tag });
    } else {
      const name = await whoHas(db, organisationId, driverId, one);
      if (name !== null) faults[at] = fault('tag-taken', { name, tag: one.tag });
    }
  }
  if (Object.keys(faults).length > 0) throw fieldError('invalid', faults);
  const held = await readHeldTagUses(db, driverId);
  await db.query('DELETE FROM driver_tags WHERE driver_id = $1', [driverId]);
  await db.query('UPDATE drivers SET tag_keys = $2 WHERE id = $1', [
    driverId,
    [...new Set(tags.map(({ tag }) => tag))],
  ]);
  for (const { kind, tag, from, to } of tags) {
    await db.query(
      `INSERT INTO driver_tags (organisation_id, driver_id, kind, tag, from_time, to_time)
       VALUES ($1, $2, $3, $4, coalesce($5::timestamptz, '-infinity'), $6)`,
      [organisationId, driverId, kind, tag, from, to],
    );
  }
  if (held.length === 0) return;
  const left = new Set(await readHeldTagUses(db, driverId));
  if (held.some((id) => !left.has(id))) throw new AppError('conflict', 'driver-on-legal-hold');
}

const isSameTime = (one: TagInput, other: TagInput) =>
  one.tag === other.tag && startOf(one) < endOf(other) && startOf(other) < endOf(one);

/** The other driver who has the tag in a part of that time, or null. */
async function whoHas(
  db: Queryable,
  organisationId: number,
  driverId: number,
  { tag, from, to }: TagInput,
): Promise<string | null> {
  const { rows } = await db.query<{ name: string }>(
    `SELECT d.name FROM driver_tags t JOIN drivers d ON d.id = t.driver_id
     WHERE t.organisation_id = $1 AND t.tag = $2 AND t.driver_id <> $3
       AND t.from_time < coalesce($5::timestamptz, 'infinity')
       AND coalesce(t.to_time, 'infinity') > coalesce($4::timestamptz, '-infinity') LIMIT 1`,
    [organisationId, tag, driverId, from, to],
  );
  return rows[0]?.name ?? null;
}

export interface UnknownTag {
  tag: string;
  vehicleId: number;
  registration: string;
  firstAt: string;
  lastAt: string;
}
const OFFERED = 100;

/**
 * Tags that vehicles of the scope reported recently while no driver had them, each with the vehicle that last reported
 * it.
 */
export async function listUnknownTags(db: Queryable, scope: Scope): Promise<Page<UnknownTag>> {
  const { rows, total } = await firstRows<Omit<UnknownTag, 'firstAt' | 'lastAt'> & { firstAt: Date; lastAt: Date }>(
    db,
    `SELECT * FROM (
       SELECT DISTINCT ON (v.organisation_id, s.tag) s.tag, v.id AS "vehicleId", v.registration,
              min(s.started_at) OVER (PARTITION BY v.organisation_id, s.tag) AS "firstAt", s.last_at AS "lastAt"
       FROM tag_spans s JOIN vehicles v ON v.id = s.vehicle_id
       WHERE s.last_at > now() - interval '30 days' AND v.organisation_id = ANY($1) AND v.deleted_at IS NULL
         ${andSeen(scope)} AND ${nobodyHas('v.organisation_id')}
       ORDER BY v.organisation_id, s.tag, s.last_at DESC) found
     ORDER BY "lastAt" DESC, tag`,
    [scope.organisationIds],
    OFFERED,
  );
  return {
    rows: rows.map((row) => ({ ...row, firstAt: row.firstAt.toISOString(), lastAt: row.lastAt.toISOString() })),
    total,
  };
}
