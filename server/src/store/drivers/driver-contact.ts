import type { Queryable } from '../database.ts';
import { IS_OFFLINE } from '../messages/driver-messages.ts';
import { READS_MESSAGES } from '../messages/recipients.ts';

/** The contact data of a driver. */
export interface DriverContact {
  driverPhone: string | null;
  /** The driver's account, if it reads messages. */
  driverUserId: number | null;
  /** The driver, if no account reads messages: receives them by SMS or by a link. */
  offlineDriverId: number | null;
}

/** SQL: the columns of `DriverContact` of a driver `d`. */
export const DRIVER_CONTACT = `d.phone AS "driverPhone",
  (SELECT u.id FROM users u WHERE u.id = d.user_id AND ${READS_MESSAGES}) AS "driverUserId",
  CASE WHEN ${IS_OFFLINE} THEN d.id END AS "offlineDriverId"`;

export async function readDriverContact(db: Queryable, driverId: number): Promise<DriverContact> {
  const { rows } = await db.query<DriverContact>(`SELECT ${DRIVER_CONTACT} FROM drivers d WHERE d.id = $1`, [driverId]);
  return rows[0] ?? { driverPhone: null, driverUserId: null, offlineDriverId: null };
}
