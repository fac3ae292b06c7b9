import type { Queryable } from '../database.ts';

/** A device reported from a network. */
export interface ReportedFrom {
  deviceId: number;
  identity: string;
  network: string;
  byDatagram: boolean;
  /** Epoch milliseconds of the last report, to the hour. */
  at: number;
}

/** Older entries are deleted. */
export const REPORTED_DAYS = 30;
/** The limits for one device and for all; the oldest entries are evicted. */
const MAX_OF_DEVICE = 32;
const MAX_IN_ALL = 200_000;

/** The networks from which devices reported recently, oldest first. */
export async function listReportedNetworks(db: Queryable): Promise<ReportedFrom[]> {
  const { rows } = await db.query<Omit<ReportedFrom, 'at'> & { at: Date }>(
    `SELECT r.device_id AS "deviceId", d.identity, r.network, r.by_datagram AS "byDatagram", r.last_at AS at
     FROM (SELECT * FROM reported_networks WHERE last_at > now() - make_interval(days => $1)
           ORDER BY last_at DESC LIMIT $2) r
     JOIN devices d ON d.id = r.device_id AND d.deleted_at IS NULL
     ORDER BY r.last_at`,
    [REPORTED_DAYS, MAX_IN_ALL],
  );
  return rows.map((row) => ({ ...row, at: row.at.getTime() }));
}

/** Adds these; for each device, its most recent networks are retained. */
export async function addReportedNetworks(
  db: Queryable,
  all: readonly Omit<ReportedFrom, 'identity'>[],
): Promise<void> {
  const deviceIds = all.map(({ deviceId }) => deviceId);
  await db.query(
    `INSERT INTO reported_networks AS held (device_id, network, by_datagram, last_at)
     SELECT DISTINCT ON (s.device_id, s.network, s.by_datagram) s.*
     FROM unnest($1::int[], $2::text[], $3::boolean[], $4::timestamptz[]) AS s(device_id, network, by_datagram, last_at)
     WHERE EXISTS (SELECT FROM devices WHERE id = s.device_id)
     ORDER BY s.device_id, s.network, s.by_datagram, s.last_at DESC
     ON CONFLICT (device_id, network, by_datagram) DO UPDATE SET last_at = greatest(held.last_at, excluded.last_at)`,
    [
      deviceIds,
      all.map(({ network }) => network),
      all.map(({ byDatagram }) => byDatagram),
      all.map(({ at }) => new Date(at)),
    ],
  );
  // Counted separately, so that datagrams cannot evict networks of connections.
  await db.query(
    `DELETE FROM reported_networks r USING (
       SELECT device_id, network, by_datagram,
              row_number() OVER (PARTITION BY device_id, by_datagram ORDER BY last_at DESC) AS place
       FROM reported_networks WHERE device_id = ANY($1)
     ) o
     WHERE o.place > $2 AND r.device_id = o.device_id AND r.network = o.network AND r.by_datagram = o.by_datagram`,
    [[...new Set(deviceIds)], MAX_OF_DEVICE],
  );
}

/** Deletes old entries, and the oldest if there are too many. */
export async function forgetReportedNetworks(db: Queryable): Promise<void> {
  await db.query('DELETE FROM reported_networks WHERE last_at < now() - make_interval(days => $1)', [REPORTED_DAYS]);
  await db.query(
    `DELETE FROM reported_networks WHERE last_at < (
       SELECT last_at FROM reported_networks ORDER BY last_at DESC OFFSET $1 LIMIT 1)`,
    [MAX_IN_ALL],
  );
}
