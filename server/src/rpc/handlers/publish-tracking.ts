import type { ClearedAlarm } from '../../store/alarm-rules/clear-rule-alarms.ts';
import type { OpenContext } from '../handler.ts';

/** A change of geofences or rules: the organisation, and the alarms that it cleared. */
interface Changed {
  organisationIds: readonly number[];
  cleared: readonly ClearedAlarm[];
}

/**
 * Announces to the other processes, after the commit, the organisations whose geofences or rules changed and the alarms
 * that were cleared.
 */
export function publishTrackingChanges({ services: { bus } }: OpenContext, changes: readonly Changed[]): void {
  const cleared = changes.flatMap((change) => change.cleared);
  for (const organisationId of new Set(changes.flatMap(({ organisationIds }) => organisationIds))) {
    bus.publish('tracking-changed', { organisationId });
  }
  for (const installationId of new Set(cleared.map((alarm) => alarm.installationId))) {
    bus.publish('alarm-cleared', { installationId });
  }
  if (cleared.length === 0) return;
  bus.publish('alarms-changed', {
    alarms: cleared.map(({ id, vehicleId, organisationId }) => ({ id, vehicleId, organisationId })),
  });
}
