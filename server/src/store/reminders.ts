import type { MenuKey } from '@milepost/contract/rights';
import type { Queryable } from './database.ts';

/** The hour of the organisation's day from which people are reminded. */
const FROM_HOUR = 7;

/** Organisations in whose time zone it is late enough for reminders. */
export async function listRemindedOrganisations(db: Queryable, now: Date): Promise<number[]> {
  const { rows } = await db.query<{ id: number }>(
    `SELECT id FROM organisations WHERE extract(hour FROM $1::timestamptz AT TIME ZONE time_zone) >= ${FROM_HOUR} ORDER BY id`,
    [now],
  );
  return rows.map(({ id }) => id);
}

/** A person to remind, and the channels. */
export interface Reminded {
  userId: number;
  bell: boolean;
  mail: boolean;
}

/**
 * Parts of a `WITH RECURSIVE`, the last of which, `readers`, contains the people whose role shows a menu: rows of
 * `users` with the organisation (`root`) of the reminder, the number of levels that their own is above it (`steps`),
 * and their channels (`bell`, `by_mail`).
 * @param organisations SQL of the organisations' ids
 */
export const readersSql = (menu: MenuKey, organisations: string): string => `above AS (
    SELECT o.id AS root, o.id, o.parent_id, 0 AS steps FROM organisations o WHERE o.id IN (${organisations})
    UNION ALL
    SELECT above.root, up.id, up.parent_id, steps + 1 FROM organisations up JOIN above ON up.id = above.parent_id
  ), readers AS (
    SELECT above.root, above.steps, u.*, u.notifications AND u.reminder_bell AS bell,
           u.notifications AND u.reminder_mail AND u.email IS NOT NULL AS by_mail
    FROM above JOIN users u ON u.organisation_id = above.id
    WHERE u.disabled_at IS NULL AND EXISTS (SELECT FROM role_permissions p JOIN menus m ON m.id = p.menu_id
      WHERE p.role_id = u.role_id AND m.key = '${menu}' AND p.can_view)
  )`;
