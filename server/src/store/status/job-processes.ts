import { BESIDE_SUFFIX } from '../../database/server-lock.ts';
import type { Queryable } from '../database.ts';

/** The processes that do jobs alone, by the connections that hold their locks; names such as `4711 on fleet-2`. */
export async function listJobProcesses(db: Queryable): Promise<{ name: string; startedAt: string }[]> {
  const { rows } = await db.query<{ name: string; startedAt: Date }>(
    `SELECT substr(application_name, 10, length(application_name) - 9 - length($1)) AS name, backend_start AS "startedAt"
       FROM pg_stat_activity
      WHERE datname = current_database() AND application_name LIKE 'Milepost % on %' AND right(application_name, length($1)) = $1
      ORDER BY backend_start LIMIT 100`,
    [BESIDE_SUFFIX],
  );
  return rows.map(({ name, startedAt }) => ({ name, startedAt: startedAt.toISOString() }));
}
