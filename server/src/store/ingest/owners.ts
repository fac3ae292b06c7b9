import { type Database, inTransaction, type Queryable } from '../database.ts';

/** All devices are divided into this many partitions; those of one belong to one process. */
export const PARTITIONS = 64;

/** Ids of devices are consecutive, so this divides them evenly. */
export const partitionOf = (deviceId: number): number => deviceId % PARTITIONS;

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

/**
 * Registers this process as the owner of all partitions; only the process that holds the lock of the server may.
 * @returns the epochs, by partition
 */
export function takeAllPartitions(database: Database, name: string, address: OwnerAddress | null): Promise<number[]> {
  return inTransaction(database, async (db) => {
    await db.query('DELETE FROM ingest_owners');
    const { rows } = await db.query<{ partition: number; epoch: number }>(
      `WITH owner AS (INSERT INTO ingest_owners (name, host, port) VALUES ($1, $2, $3) RETURNING id)
       UPDATE ingest_partitions SET owner_id = owner.id, epoch = epoch + 1 FROM owner RETURNING partition, epoch`,
      [name, address?.host ?? null, address?.port ?? null],
    );
    const epochs: number[] = [];
    for (const { partition, epoch } of rows) epochs[partition] = epoch;
    return epochs;
  });
}

/** The partitions that have an owner whom gateways can reach. */
export async function listPartitionOwners(db: Queryable): Promise<PartitionOwner[]> {
  const { rows } = await db.query<PartitionOwner>(
    `SELECT partition, owner_id AS "ownerId", epoch, host, port
       FROM ingest_partitions JOIN ingest_owners o ON o.id = owner_id WHERE host IS NOT NULL AND port IS NOT NULL`,
  );
  return rows;
}
