import { type Actor, audited } from '../audit/audit.ts';
import type { Queryable } from '../database.ts';
import { checkQuota } from '../quotas.ts';
import { onlyRow } from '../rows.ts';

/** Distinguishable on a light and on a dark map. */
const COLOURS = ['#2563d9', '#d9480f', '#2b8a3e', '#9c36b5', '#c2255c', '#0b7285', '#e67700', '#5f3dc4'];

interface TourOf {
  organisationId: number;
  vehicleId: number;
  vehicle: string;
  day: string;
}

/**
 * The route for a run of a vehicle on a day that no plan creates: one of the vehicle's own without a run on that day.
 * Created if there is none, and named after the vehicle.
 */
export async function tourRoute(
  db: Queryable,
  actor: Actor,
  { organisationId, vehicleId, vehicle, day }: TourOf,
): Promise<number> {
  const { rows } = await db.query<{ id: number }>(
    `SELECT r.id FROM routes r WHERE r.organisation_id = $1 AND r.of_vehicle_id = $2 AND r.deleted_at IS NULL
       AND r.archived_at IS NULL AND NOT EXISTS (SELECT FROM route_runs u WHERE u.route_id = r.id AND u.day = $3)
     ORDER BY r.tour_number LIMIT 1`,
    [organisationId, vehicleId, day],
  );
  if (rows[0]) return rows[0].id;
  const { number } = onlyRow(
    await db.query<{ number: number }>(
      `SELECT coalesce(max(tour_number), 0) + 1 AS number FROM routes
       WHERE organisation_id = $1 AND of_vehicle_id = $2 AND deleted_at IS NULL`,
      [organisationId, vehicleId],
    ),
  );
  const id = await audited(db, actor, { subject: 'route', id: null, action: 'create' }, async () => {
    const made = await db.query<{ id: number }>(
      `INSERT INTO routes (organisation_id, name, colour, of_vehicle_id, tour_number) VALUES ($1, $2, $3, $4, $5) RETURNING id`,
      [
        organisationId,
        await freeName(db, organisationId, vehicle),
        COLOURS[vehicleId % COLOURS.length] ?? COLOURS[0],
        vehicleId,
        number,
      ],
    );
    return onlyRow(made).id;
  });
  await checkQuota(db, 'route', organisationId);
  return id;
}

/** The name of the vehicle, with a number if another route has it. */
async function freeName(db: Queryable, organisationId: number, vehicle: string): Promise<string> {
  const { rows } = await db.query<{ name: string }>(
    `SELECT lower(name) AS name FROM routes
     WHERE organisation_id = $1 AND deleted_at IS NULL AND starts_with(lower(name), lower($2))`,
    [organisationId, vehicle],
  );
  const taken = new Set(rows.map(({ name }) => name));
  let name = vehicle;
  for (let next = 2; taken.has(name.toLowerCase()); next += 1) name = `${vehicle} · ${next}`;
  return name;
}
