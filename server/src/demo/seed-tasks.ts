import type { Queryable } from '../store/database.ts';
import { DOCUMENT_KIND_WORDS } from '../texts/names.ts';

/** Documents that expire within this many days, or just did, have a task. */
const SOON_DAYS = 20;
const MAX_TASKS = 4;

/** Other tasks of an office: title, note, state, days until it is due, and the index of the vehicle it concerns. */
const OTHERS = [
  ['Book the workshop for new tyres', 'Taller Rambla, ask for Ana.', 'doing', 1, 2],
  ['Fit a reader for driver tags', null, 'open', 6, 5],
  ['Check the fuel cards of October', 'Two bills have no litres.', 'open', -2, null],
  ['Call the road operator about the tolls', null, 'open', 3, null],
  ['Wash and photograph for the lease', null, 'done', -4, 3],
  ['Hand out the new emergency numbers', null, 'done', -1, null],
] as const;

/** Tasks for the demo's documents and vehicles, half of them assigned to the first person. */
export async function seedTasks(db: Queryable, organisationId: number): Promise<void> {
  await db.query(
    `INSERT INTO tasks (organisation_id, title, due_on, assignee_id, record_kind, record_id, vehicle_id)
     SELECT $1, 'Renew: ' || coalesce($2::jsonb ->> d.kind, d.kind) || ' of ' || v.registration, d.valid_until, u.id, 'document',
            d.id, v.id
     FROM documents d JOIN vehicles v ON v.id = d.vehicle_id JOIN organisations o ON o.id = d.organisation_id
     LEFT JOIN LATERAL (SELECT min(id) AS id FROM users WHERE organisation_id = $1) u ON d.id % 2 = 0
     WHERE d.organisation_id = $1 AND NOT d.renewed AND d.deleted_at IS NULL
       AND d.valid_until BETWEEN (now() AT TIME ZONE o.time_zone)::date - 3
         AND (now() AT TIME ZONE o.time_zone)::date + ${SOON_DAYS}
     ORDER BY d.valid_until, d.id LIMIT ${MAX_TASKS}`,
    [organisationId, JSON.stringify(DOCUMENT_KIND_WORDS.en)],
  );
  await db.query(
    `INSERT INTO tasks (organisation_id, title, note, state, due_on, done_at, assignee_id, record_kind, record_id, vehicle_id)
     SELECT $1, e.title, e.note, e.state, (now() AT TIME ZONE o.time_zone)::date + e.days,
            CASE WHEN e.state = 'done' THEN now() + make_interval(days => e.days) END,
            CASE WHEN e.place % 2 = 1 THEN u.id END, CASE WHEN v.id IS NOT NULL THEN 'vehicle' END, v.id, v.id
     FROM unnest($2::text[], $3::text[], $4::text[], $5::int[], $6::int[])
       WITH ORDINALITY AS e(title, note, state, days, vehicle, place)
     JOIN organisations o ON o.id = $1
     LEFT JOIN (SELECT id, row_number() OVER (ORDER BY id) AS place FROM vehicles WHERE organisation_id = $1) v
       ON v.place = e.vehicle
     LEFT JOIN LATERAL (SELECT min(id) AS id FROM users WHERE organisation_id = $1) u ON true`,
    [organisationId, ...[0, 1, 2, 3, 4].map((column) => OTHERS.map((one) => one[column]))],
  );
}
