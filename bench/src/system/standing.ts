import { Client } from 'pg';

/** Adds stationary vehicles all over a country of 4 by 4 degrees, which have just reported. */
export async function placeStanding(url: string, count: number): Promise<void> {
  if (count === 0) return;
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(
      `WITH root AS (SELECT id FROM organisations ORDER BY id LIMIT 1),
       numbers AS (SELECT n, 'standing-' || n AS name FROM generate_series(1, $1::int) n),
       made AS (
         INSERT INTO devices (organisation_id, identity) SELECT root.id, name FROM root, numbers RETURNING id, identity
       ), fleet AS (
         INSERT INTO vehicles (organisation_id, registration, type)
         SELECT root.id, name, 'car' FROM root, numbers RETURNING id, registration
       ), installed AS (
         INSERT INTO installations (device_id, vehicle_id, installed_at)
         SELECT made.id, fleet.id, now() - interval '1 day' FROM made JOIN fleet ON fleet.registration = made.identity
       )
       INSERT INTO device_states (device_id, heard_at, fix_time, received_at, lat, lon, speed_dkph, course_deg, flags,
                                  attributes, tracking)
       SELECT id, now(), now(), now(), ((-36 + 4 * random()) * 1e7)::int, ((-58 + 4 * random()) * 1e7)::int, 0, 0, 1,
              '{}', '{}' FROM made`,
      [count],
    );
  } finally {
    await client.end();
  }
}
