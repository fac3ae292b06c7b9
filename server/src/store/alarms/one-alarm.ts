import type { AlarmHandling, AlarmRow } from '@milepost/contract/alarm-operations';
import { AppError } from '../../errors.ts';
import type { Queryable } from '../database.ts';
import type { PlaceAt } from '../../places/places.ts';
import { andSeen, type Scope } from '../scope.ts';
import { alarmFor, loadAlarms } from './alarm-rows.ts';
import { firstRows, type Page } from '../page.ts';

/** @throws AppError `not-found` outside the scope */
export async function getAlarm(db: Queryable, scope: Scope, id: number, placeAt: PlaceAt): Promise<AlarmRow> {
  const [found] = await loadAlarms(db, placeAt, `a.id = $1 AND v.organisation_id = ANY($2)${andSeen(scope)}`, [
    id,
    scope.organisationIds,
  ]);
  if (!found) throw noAlarm();
  return alarmFor(scope, found);
}

/** The history of an alarm of the scope, in order of time. */
export async function readHandling(db: Queryable, scope: Scope, alarmId: number): Promise<Page<AlarmHandling>> {
  const { rows, total } = await firstRows<Omit<AlarmHandling, 'at'> & { at: Date }>(
    db,
    `SELECT h.id, h.at, h.username, h.action, h.reason_code AS "reasonCode", h.assignee, h.text
     FROM alarm_handling h JOIN alarms a ON a.id = h.alarm_id JOIN vehicles v ON v.id = a.vehicle_id
     WHERE h.alarm_id = $1 AND v.organisation_id = ANY($2)${andSeen(scope)} ORDER BY h.id`,
    [alarmId, scope.organisationIds],
  );
  return { rows: rows.map((row) => ({ ...row, at: row.at.toISOString() })), total };
}

export function noAlarm(): AppError {
  return new AppError('not-found', 'no-alarm');
}
