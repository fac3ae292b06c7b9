import type { Queryable } from '../database.ts';

/** A text for each organisation with private time, which changes with every rule and every mark. */
export async function readPrivateStates(db: Queryable): Promise<{ organisationId: number; state: string }[]> {
  const { rows } = await db.query<{ organisationId: number; state: string }>(
    `SELECT organisation_id AS "organisationId", string_agg(state, ' ') AS state FROM (
       SELECT organisation_id, 'marks ' || max(id) AS state FROM private_marks GROUP BY 1
       UNION ALL
       SELECT organisation_id, concat('rules ', count(*), ' ', count(deleted_at), ' ', sum(version)) FROM private_rules GROUP BY 1) s
     GROUP BY 1`,
  );
  return rows;
}
