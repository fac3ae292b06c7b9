import { fault } from '@milepost/contract/fault';
import type { BlockedNetwork } from '@milepost/contract/gateway-guard-operations';
import { AppError } from '../../errors.ts';
import { type Actor, audited } from '../audit/audit.ts';
import { type Database, inTransaction, type Queryable } from '../database.ts';
import { onlyRow } from '../rows.ts';

/** More networks belong in a firewall. */
export const MAX_BLOCKED_NETWORKS = 1000;

/** The networks from which no device port accepts anything, newest first. They apply to the whole installation. */
export async function listBlockedNetworks(db: Queryable): Promise<BlockedNetwork[]> {
  const { rows } = await db.query<{ id: number; network: string; note: string | null; by: string | null; at: Date }>(
    `SELECT b.id, b.network, b.note, u.username AS by, b.blocked_at AS at
     FROM blocked_networks b LEFT JOIN users u ON u.id = b.blocked_by
     WHERE b.lifted_at IS NULL ORDER BY b.blocked_at DESC, b.id DESC LIMIT ${MAX_BLOCKED_NETWORKS}`,
  );
  return rows.map(({ id, network, note, by, at }) => ({
    id,
    network,
    note,
    blockedBy: by,
    blockedAt: at.toISOString(),
  }));
}

/**
 * Blocks a network; idempotent.
 * @throws AppError `conflict` if there are too many
 */
export function blockNetwork(
  database: Database,
  actor: Actor,
  { network, note }: { network: string; note: string | null },
): Promise<number> {
  return inTransaction(database, (db) =>
    audited(db, actor, { subject: 'blocked-network', id: null, action: 'create' }, async () => {
      const { rows } = await db.query<{ n: number }>(
        'SELECT count(*)::int AS n FROM blocked_networks WHERE lifted_at IS NULL AND network <> $1',
        [network],
      );
      if ((rows[0]?.n ?? 0) >= MAX_BLOCKED_NETWORKS) {
        throw new AppError('conflict', fault('most-blocked', { most: MAX_BLOCKED_NETWORKS }));
      }
      const made = await db.query<{ id: number }>(
        `INSERT INTO blocked_networks (network, note, blocked_by) VALUES ($1, $2, $3)
         ON CONFLICT (network) WHERE lifted_at IS NULL DO UPDATE SET network = excluded.network RETURNING id`,
        [network, note, actor.userId],
      );
      return onlyRow(made).id;
    }),
  );
}

/** Unblocks a network. @throws AppError `not-found` if it is not blocked */
export async function unblockNetwork(database: Database, actor: Actor, id: number): Promise<void> {
  await inTransaction(database, (db) =>
    audited(db, actor, { subject: 'blocked-network', id, action: 'delete' }, async () => {
      const lifted = await db.query(
        'UPDATE blocked_networks SET lifted_at = now() WHERE id = $1 AND lifted_at IS NULL',
        [id],
      );
      if (lifted.rowCount !== 1) throw new AppError('not-found', 'no-block');
      return id;
    }),
  );
}
