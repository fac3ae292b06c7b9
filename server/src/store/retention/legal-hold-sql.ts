/**
 * SQL: true when a legal hold keeps what concerns a vehicle at a time.
 * @param vehicle SQL of a vehicle's id
 * @param from SQL of the start
 * @param to SQL of the end; the same as `from` for a moment
 */
export const isHeldSql = (vehicle: string, from: string, to = from): string =>
  `EXISTS (SELECT FROM legal_holds hold WHERE hold.ended_at IS NULL AND hold.vehicle_id = ${vehicle}
     AND hold.from_time <= ${to} AND coalesce(hold.to_time, 'infinity') > ${from})`;

/** Waited for by every piece that deletes, and held alone while a hold is set: nothing of a set hold is deleted. */
export const LOCK_HOLDS_SHARED = `SELECT pg_advisory_xact_lock_shared(hashtext('legal-holds'))`;
export const LOCK_HOLDS = `SELECT pg_advisory_xact_lock(hashtext('legal-holds'))`;
