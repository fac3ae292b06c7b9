import type { Queryable } from '../database.ts';

export interface ReportUse {
  kind: string;
  openedAt: Date | null;
  favourite: boolean;
}

/** The reports that a person opened or marked as favourites, by name. */
export async function readReportUses(db: Queryable, userId: number): Promise<Map<string, ReportUse>> {
  const { rows } = await db.query<ReportUse>(
    'SELECT kind, opened_at AS "openedAt", favourite FROM report_uses WHERE user_id = $1',
    [userId],
  );
  return new Map(rows.map((use) => [use.kind, use]));
}

/** Records that a person opened a report now, or with `favourite`, whether it is a favourite. */
export async function markReport(
  db: Queryable,
  userId: number,
  { kind, favourite }: { kind: string; favourite?: boolean | undefined },
): Promise<void> {
  await db.query(
    `INSERT INTO report_uses (user_id, kind, opened_at, favourite)
     VALUES ($1, $2, CASE WHEN $3::boolean IS NULL THEN now() END, coalesce($3, false))
     ON CONFLICT (user_id, kind) DO UPDATE SET
       opened_at = coalesce(excluded.opened_at, report_uses.opened_at), favourite = coalesce($3, report_uses.favourite)`,
    [userId, kind, favourite ?? null],
  );
}
