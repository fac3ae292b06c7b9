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
