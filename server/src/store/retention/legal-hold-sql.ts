/**
 * SQL: true when a legal hold keeps what concerns a vehicle at a time.
 * @param vehicle SQL of a vehicle's id
 * @param from SQL of the start
 * @param to SQL of the end; the same as `from` for a moment
 */
export const isHeldSql = (vehicle: string, from: string, to = from): string =>
  `EXISTS (SELECT FROM legal_holds hold WHERE hold.ended_at IS NULL AND hold.vehicle_id = ${vehicle}
     AND hold.from_time <= ${to} AND coalesce(hold.to_time, 'infinity') > ${from})`;

/** Taken shared by every deleting transaction and exclusively while a hold or a retention period is set. */
export const LOCK_RETENTION_SHARED = `SELECT pg_advisory_xact_lock_shared(hashtext('legal-holds'))`;
export const LOCK_RETENTION = `SELECT pg_advisory_xact_lock(hashtext('legal-holds'))`;

/** SQL: true when a legal hold keeps what was sent about an alarm. @param alarm SQL of the alarm's id */
export const isAlarmHeldSql = (alarm: string): string =>
  `EXISTS (SELECT FROM alarms held_alarm WHERE held_alarm.id = ${alarm}
     AND ${isHeldSql('held_alarm.vehicle_id', 'held_alarm.started_at', `coalesce(held_alarm.cleared_at, 'infinity')`)})`;

/** SQL: true when a legal hold keeps what concerns a device on a day. */
export const isDeviceDayHeldSql = (device: string, day: string): string =>
  `EXISTS (SELECT FROM installations held_in WHERE held_in.device_id = ${device}
     AND held_in.installed_at < ${day} + 1 AND coalesce(held_in.removed_at, 'infinity') >= ${day}
     AND ${isHeldSql('held_in.vehicle_id', `${day}::timestamptz`, `(${day} + 1)::timestamptz`)})`;
