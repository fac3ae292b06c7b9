import { RETENTION_KINDS, type RetentionKind, type RetentionPeriod } from '@milepost/contract/retention-kinds';
import type { Queryable } from '../database.ts';

/** The choices of an organisation: a missing kind is as in the organisation above. */
export type RetentionChoice = Partial<Record<RetentionKind, RetentionPeriod>>;

/** The time before which an organisation's records of a kind are old; missing: they are kept. */
export type Cutoffs = Partial<Record<RetentionKind, string>>;

interface OrganisationRow {
  id: number;
  parentId: number | null;
  retention: RetentionChoice;
}

/** The choices of an organisation and of those above it, beginning with its own. */
export async function readChoices(db: Queryable, organisationId: number): Promise<RetentionChoice[]> {
  const { rows } = await db.query<{ retention: RetentionChoice }>(
    `WITH RECURSIVE above AS (
       SELECT id, parent_id, retention, 0 AS depth FROM organisations WHERE id = $1
       UNION ALL
       SELECT o.id, o.parent_id, o.retention, above.depth + 1 FROM organisations o JOIN above ON o.id = above.parent_id)
     SELECT retention FROM above ORDER BY depth`,
    [organisationId],
  );
  return rows.map(({ retention }) => retention);
}

/** The first choice of a kind; null if nobody chose. */
export const chosenOf = (choices: readonly RetentionChoice[], kind: RetentionKind): RetentionPeriod | null =>
  choices.find((choice) => choice[kind] !== undefined)?.[kind] ?? null;

/**
 * The cutoffs of all organisations, by their id. A day of an organisation begins by its own clock, and the days that it
 * keeps are whole: on day D with 400 days, everything that began on day D - 400 or later is kept.
 * @param instead choices that replace the stored ones of one organisation, for a dry run
 */
export async function readCutoffs(
  db: Queryable,
  now: Date,
  instead?: { organisationId: number; choice: RetentionChoice },
): Promise<Map<number, Cutoffs>> {
  const { rows } = await db.query<OrganisationRow>(
    'SELECT id, parent_id AS "parentId", retention FROM organisations ORDER BY id',
  );
  const choices = new Map(rows.map((row) => [row.id, row]));
  const choiceOf = (id: number) => (id === instead?.organisationId ? instead.choice : choices.get(id)?.retention);
  const ids: number[] = [];
  const kinds: RetentionKind[] = [];
  const days: number[] = [];
  for (const { id } of rows) {
    const chain: RetentionChoice[] = [];
    for (let at: number | null = id; at !== null; at = choices.get(at)?.parentId ?? null)
      chain.push(choiceOf(at) ?? {});
    for (const kind of RETENTION_KINDS) {
      const period = chosenOf(chain, kind);
      if (typeof period !== 'number') continue;
      ids.push(id);
      kinds.push(kind);
      days.push(period);
    }
  }
  const { rows: found } = await db.query<{ id: number; kind: RetentionKind; cutoff: string }>(
    `SELECT o.id, p.kind, day_begins(($4::timestamptz AT TIME ZONE o.time_zone)::date - p.days, o.time_zone)::text AS cutoff
     FROM unnest($1::int[], $2::text[], $3::int[]) p(id, kind, days) JOIN organisations o ON o.id = p.id`,
    [ids, kinds, days, now],
  );
  const cutoffs = new Map<number, Cutoffs>(rows.map(({ id }) => [id, {}]));
  for (const { id, kind, cutoff } of found) cutoffs.set(id, { ...cutoffs.get(id), [kind]: cutoff });
  return cutoffs;
}

/** An organisation and all below it. */
export async function organisationsBelow(db: Queryable, organisationId: number): Promise<number[]> {
  const { rows } = await db.query<{ id: number }>(
    `WITH RECURSIVE tree AS (
       SELECT $1::int AS id UNION SELECT o.id FROM organisations o JOIN tree ON o.parent_id = tree.id)
     SELECT id FROM tree`,
    [organisationId],
  );
  return rows.map(({ id }) => id);
}
