import { textFor } from '../../texts/text.ts';
import type { NearVehicle } from '@milepost/contract/alarm-operations';
import { paidStatus } from '../../live/vehicle-status.ts';
import { notify } from '../../notify/notify.ts';
import { findAssignee, listAlarmChoices } from '../../store/alarms/alarm-choices.ts';
import { loadAlarmsById } from '../../store/alarms/live-alarms.ts';
import { handleAlarms } from '../../store/alarms/handle-alarms.ts';
import { listAlarms } from '../../store/alarms/list-alarms.ts';
import { getAlarm, readHandling } from '../../store/alarms/one-alarm.ts';
import { loadDeviceStates } from '../../store/devices/device-states.ts';
import { nearestVehicles, type NearVehicleRow } from '../../store/fleet/nearest-vehicles.ts';
import { loadGaps } from '../../store/subscriptions/expiry.ts';
import type { CallContext, Handlers } from '../handler.ts';
import { refused } from '../input.ts';
import { shownContact } from '../shown-contact.ts';
import { alarmFor } from '../../store/alarms/alarm-rows.ts';

/** The number of nearest vehicles shown with an alarm. */
const NEAREST = 5;

export const alarmHandlers = {
  'get-alarm-list': (input, { services, caller }) =>
    listAlarms(services.database, caller.scope, caller.userId, input, services.places.for(caller)),

  'get-alarm': async ({ id }, context) => {
    const { services, caller } = context;
    const alarm = await getAlarm(services.database, caller.scope, id, services.places.for(caller));
    const { place, vehicleId } = alarm;
    const [history, near] = await Promise.all([
      readHandling(services.database, caller.scope, id),
      place ? nearestVehicles(services.database, caller.scope, place, NEAREST, vehicleId) : [],
    ]);
    return { alarm, history: history.rows, historyTotal: history.total, nearest: await withStatus(context, near) };
  },

  'get-alarm-choices': (_input, { services, caller }) => listAlarmChoices(services.database, caller.scope),

  'handle-alarm': async (input, { services, caller, actor }) => {
    const { database, bus, places } = services;
    const { ids, action, assigneeId, assigneeWas } = input;
    if (action === 'assign' && assigneeId === undefined) throw refused({ assigneeId: 'choose-person' });
    if (action === 'clear' && input.reasonCode === undefined) throw refused({ reasonCode: 'choose-reason' });
    if (action === 'note' && input.note === null) throw refused({ note: 'enter-note' });
    const found =
      action === 'assign' && assigneeId ? await findAssignee(database, caller.scope, assigneeId, ids) : null;
    if (action === 'assign' && assigneeId && !found) {
      throw refused({ assigneeId: 'no-assignee' });
    }
    const assignee = found && assigneeId ? { id: assigneeId, ...found } : null;
    const reasonCode = action === 'acknowledge' ? (input.reasonCode ?? 'seen') : (input.reasonCode ?? null);
    const handling = { ids, action, note: input.note, reasonCode, userId: caller.userId, assignee, assigneeWas };
    const { done, skipped } = await handleAlarms(database, caller.scope, actor, handling);

    if (action === 'clear') {
      for (const installationId of new Set(done.map((one) => one.installationId))) {
        bus.publish('alarm-cleared', { installationId });
      }
    }
    bus.publish('alarms-changed', {
      alarms: done.map(({ id, vehicleId, organisationId }) => ({ id, vehicleId, organisationId })),
    });
    const loaded = await loadAlarmsById(
      database,
      places.for(caller),
      done.map(({ id }) => id),
    );
    const [first] = loaded;
    if (assignee && assignee.id !== caller.userId && first) {
      const { alarm } = first;
      await notify(services, {
        userId: assignee.id,
        kind: 'alarm',
        severity: alarm.severity,
        title: textFor('alarms-assigned', { count: done.length }),
        text: `${caller.displayName}: ${alarm.registration}, ${alarm.ruleName}`,
        path: done.length === 1 ? `/dashboard/alarms?open=${alarm.id}` : '/dashboard/alarms?assignee=me',
      });
    }
    return { alarms: loaded.map((one) => alarmFor(caller.scope, one)), skipped };
  },
} satisfies Pick<Handlers, 'get-alarm-list' | 'get-alarm' | 'get-alarm-choices' | 'handle-alarm'>;

/** Adds the current status to vehicles, and the contacts of their drivers as far as the caller may see them. */
export async function withStatus(
  { services, caller }: CallContext,
  rows: readonly NearVehicleRow[],
): Promise<NearVehicle[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ deviceId }) => deviceId);
  const states = new Map((await loadDeviceStates(services.database, ids)).map((state) => [state.deviceId, state]));
  const vehicleIds = rows.map(({ vehicleId }) => vehicleId);
  const gaps = await loadGaps(services.database, { vehicleIds });
  const now = Date.now();
  return rows.map(({ deviceId, lat, lon, fixTime, ...row }) => ({
    ...row,
    ...shownContact(caller, row),
    place: { lat, lon },
    fixTime: fixTime.toISOString(),
    status: paidStatus(states.get(deviceId) ?? null, now, gaps.get(row.vehicleId) ?? []).status,
  }));
}
