import { WITH_ROLES } from '../database/process-name.ts';
import { ROLES, type Role } from '../roles/role-names.ts';
import type { Queryable } from '../store/database.ts';

/** A process of this installation, as its connection to the database shows it. */
export interface Peer {
  /** Such as `Milepost 4711 on fleet-1 (web, jobs)`: unique, and shown to people. */
  name: string;
  roles: Role[];
  startedAt: Date;
}

/** The processes that are connected to the database, the oldest first. */
export async function listPeers(db: Queryable): Promise<Peer[]> {
  const { rows } = await db.query<{ name: string; startedAt: Date }>(
    `SELECT application_name AS name, min(backend_start) AS "startedAt" FROM pg_stat_activity
      WHERE datname = current_database() AND application_name ~ $1
      GROUP BY 1 ORDER BY 2 LIMIT 1000`,
    [WITH_ROLES],
  );
  return rows.map(({ name, startedAt }) => {
    const words = name.slice(name.lastIndexOf('(') + 1, -1).split(', ');
    return { name, roles: ROLES.filter((role) => words.includes(role)), startedAt };
  });
}
