import { type Database, inTransaction, type Queryable } from '../database.ts';

/** All devices are divided into this many partitions; those of one belong to one process. */
export const PARTITIONS = 64;

/** The partition of the first record of a device. Ids are consecutive, so this divides them evenly. */
export const partitionOf = (deviceId: number): number => deviceId % PARTITIONS;

/** Advisory locks: of each partition, on the connection that writes; of each owner, on all its connections. */
const PARTITION_LOCK = 7_164_540;
const OWNER_LOCK = 7_164_541;
const EVENTS_FOR = '30 days';

/** Where gateways reach a process that stores positions. */
export interface OwnerAddress {
  host: string;
  port: number;
}

/** The owner of a partition since an epoch. */
export interface PartitionOwner extends OwnerAddress {
  partition: number;
  ownerId: number;
  epoch: number;
}

/** A partition that this process has got. */
export interface TakenPartition {
  partition: number;
  epoch: number;
}

/** A process that stores positions, as the others see it. */
export interface IngestOwner {
  id: number;
  name: string;
  beats: number;
  fenced: boolean;
  leaving: boolean;
  /** True when gateways can reach it. */
  isReachable: boolean;
  /** Connections to the database that are marked as its own. */
  connections: number;
  partitions: number;
}

/** False in a database of a former version. */
export async function hasOwners(db: Queryable): Promise<boolean> {
  const { rows } = await db.query<{ present: boolean }>("SELECT to_regclass('ingest_owners') IS NOT NULL AS present");
  return rows[0]?.present ?? false;
}

export async function registerOwner(db: Queryable, name: string): Promise<number> {
  const { rows } = await db.query<{ id: number }>('INSERT INTO ingest_owners (name) VALUES ($1) RETURNING id', [name]);
  return rows[0]?.id ?? 0;
}

/** Of a server that is the only one: no other one has any devices. */
export const removeAllOwners = (db: Queryable) => db.query('DELETE FROM ingest_owners');

export const isRegistered = async (db: Queryable, ownerId: number): Promise<boolean> =>
  (await db.query('SELECT FROM ingest_owners WHERE id = $1 AND NOT fenced', [ownerId])).rowCount === 1;

/** Marks a connection as one of this owner, by which others can end it. */
export const markConnection = (db: Queryable, ownerId: number) =>
  db.query('SELECT pg_advisory_lock_shared($1, $2)', [OWNER_LOCK, ownerId]);

export const publishAddress = (db: Queryable, ownerId: number, { host, port }: OwnerAddress) =>
  db.query('UPDATE ingest_owners SET host = $2, port = $3 WHERE id = $1', [ownerId, host, port]);

export const announceLeaving = (db: Queryable, ownerId: number) =>
  db.query('UPDATE ingest_owners SET leaving = true WHERE id = $1', [ownerId]);

/** Counts a sign of life of this process, and reads all. */
export async function beatAndListOwners(db: Queryable, ownerId: number | null): Promise<IngestOwner[]> {
  // Not waited for on the disk: after a crash of the database all owners count on.
  const { rows } = await db.query<IngestOwner>(
    `WITH beat AS (UPDATE ingest_owners SET beats = beats + 1 WHERE id = $1 AND NOT fenced
                   RETURNING id, set_config('synchronous_commit', 'off', true)),
          connections AS (SELECT objid::bigint::int AS id, count(*)::int AS count FROM pg_locks
                           WHERE locktype = 'advisory' AND classid = $2::bigint::oid AND objsubid = 2
                             AND database = (SELECT oid FROM pg_database WHERE datname = current_database()) GROUP BY 1)
     SELECT o.id, name, beats::float8 AS beats, fenced, leaving, host IS NOT NULL AS "isReachable",
            coalesce(c.count, 0) AS connections,
            (SELECT count(*)::int FROM ingest_partitions p WHERE p.owner_id = o.id) AS partitions
       FROM ingest_owners o LEFT JOIN connections c ON c.id = o.id LEFT JOIN beat ON beat.id = o.id ORDER BY o.id`,
    [ownerId, OWNER_LOCK],
  );
  return rows;
}

/** The processes that share the devices; none beside a server that has all. */
export async function listOwners(db: Queryable): Promise<{ name: string; partitions: number }[]> {
  const { rows } = await db.query<{ name: string; partitions: number }>(
    `SELECT name, (SELECT count(*)::int FROM ingest_partitions p WHERE p.owner_id = o.id) AS partitions
       FROM ingest_owners o ORDER BY id`,
  );
  return rows;
}

export async function countFreePartitions(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM ingest_partitions WHERE owner_id IS NULL',
  );
  return rows[0]?.count ?? 0;
}

/** Takes up to so many partitions that nobody has. Call it on the connection that writes. */
export async function claimPartitions(writer: Queryable, ownerId: number, most: number): Promise<TakenPartition[]> {
  const locked = await writer.query<{ partition: number; taken: boolean }>(
    `SELECT partition, pg_try_advisory_lock($1, partition) AS taken FROM
       (SELECT partition FROM ingest_partitions WHERE owner_id IS NULL ORDER BY random() LIMIT $2) free`,
    [PARTITION_LOCK, most],
  );
  const wanted = locked.rows.filter(({ taken }) => taken).map(({ partition }) => partition);
  const { rows } = await writer.query<TakenPartition>(
    `UPDATE ingest_partitions SET owner_id = $1, epoch = epoch + 1 WHERE partition = ANY($2) AND owner_id IS NULL
     RETURNING partition, epoch`,
    [ownerId, wanted],
  );
  const got = new Set(rows.map(({ partition }) => partition));
  await unlock(
    writer,
    wanted.filter((partition) => !got.has(partition)),
  );
  return rows;
}

const unlock = (writer: Queryable, partitions: readonly number[]) =>
  writer.query('SELECT pg_advisory_unlock($1, partition) FROM unnest($2::int[]) AS partition', [
    PARTITION_LOCK,
    partitions,
  ]);

/**
 * Takes the locks of partitions again on a new connection that writes. If they are not of this owner any more, as after the
 * loss of a primary whose standby was behind, the owner gives up: its connections end, and it cannot open others.
 * @returns whether all could be taken
 */
export async function lockAgain(writer: Queryable, ownerId: number, partitions: readonly number[]): Promise<boolean> {
  const { rows } = await writer.query<{ taken: boolean; isOurs: boolean }>(
    `SELECT pg_try_advisory_lock($1, partition) AS taken, owner_id IS NOT DISTINCT FROM $3 AS "isOurs"
       FROM ingest_partitions WHERE partition = ANY($2)`,
    [PARTITION_LOCK, partitions, ownerId],
  );
  if (rows.every(({ isOurs }) => isOurs)) return rows.every(({ taken }) => taken);
  await writer.query('UPDATE ingest_owners SET fenced = true WHERE id = $1', [ownerId]);
  await endConnectionsOf(writer, ownerId);
  return false;
}

/** Leaves partitions to others. Call it on the connection that writes. */
export async function freePartitions(writer: Queryable, ownerId: number, partitions: readonly number[]): Promise<void> {
  await unlock(writer, partitions);
  await writer.query('UPDATE ingest_partitions SET owner_id = NULL WHERE partition = ANY($1) AND owner_id = $2', [
    partitions,
    ownerId,
  ]);
}

/** Leaves all partitions of an owner to others except these. */
export const freeOthers = (db: Queryable, ownerId: number, partitions: readonly number[]) =>
  db.query('UPDATE ingest_partitions SET owner_id = NULL WHERE owner_id = $1 AND partition <> ALL($2)', [
    ownerId,
    partitions,
  ]);

/** Fences an owner that has not counted since. @returns false when it has, or is gone */
export async function fenceOwner(db: Queryable, { id, beats }: Pick<IngestOwner, 'id' | 'beats'>): Promise<boolean> {
  const { rowCount } = await db.query('UPDATE ingest_owners SET fenced = true WHERE id = $1 AND beats = $2', [
    id,
    beats,
  ]);
  return rowCount === 1;
}

/** Ends the connections of a fenced owner. @returns how many there still are */
export async function endConnectionsOf(db: Queryable, ownerId: number): Promise<number> {
  const { rowCount } = await db.query(
    `SELECT pg_terminate_backend(pid) FROM pg_locks
      WHERE locktype = 'advisory' AND classid = $1::bigint::oid AND objid = $2::bigint::oid AND objsubid = 2
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    [OWNER_LOCK, ownerId],
  );
  return rowCount ?? 0;
}

/** Removes an owner that cannot write any more: its partitions are free. @returns how many it had; null when it is gone */
export function removeOwner(database: Database, ownerId: number): Promise<number | null> {
  return inTransaction(database, async (db) => {
    const { rows } = await db.query<{ count: number }>(
      'SELECT count(*)::int AS count FROM ingest_partitions WHERE owner_id = $1',
      [ownerId],
    );
    const { rowCount } = await db.query('DELETE FROM ingest_owners WHERE id = $1', [ownerId]);
    return rowCount === 0 ? null : (rows[0]?.count ?? 0);
  });
}

/** Something that happened to the partitions of an owner. */
export interface IngestEvent {
  at: Date;
  owner: string;
  kind: 'taken' | 'handed-over' | 'lost';
  partitions: number;
}

export async function addIngestEvent(
  db: Queryable,
  { owner, kind, partitions }: Omit<IngestEvent, 'at'>,
): Promise<void> {
  await db.query(
    `WITH old AS (DELETE FROM ingest_events WHERE at < now() - interval '${EVENTS_FOR}')
     INSERT INTO ingest_events (owner, kind, partitions) VALUES ($1, $2, $3)`,
    [owner, kind, partitions],
  );
}

/** The newest events first. */
export async function listIngestEvents(db: Queryable, most: number): Promise<IngestEvent[]> {
  const { rows } = await db.query<IngestEvent>(
    'SELECT at, owner, kind, partitions FROM ingest_events ORDER BY id DESC LIMIT $1',
    [most],
  );
  return rows;
}

/** The partitions that have an owner whom gateways can reach. */
export async function listPartitionOwners(db: Queryable): Promise<PartitionOwner[]> {
  const { rows } = await db.query<PartitionOwner>(
    `SELECT partition, owner_id AS "ownerId", epoch, host, port
       FROM ingest_partitions JOIN ingest_owners o ON o.id = owner_id WHERE host IS NOT NULL AND port IS NOT NULL`,
  );
  return rows;
}
