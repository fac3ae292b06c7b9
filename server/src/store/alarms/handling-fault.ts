import { fault, type FaultLike } from '@milepost/contract/fault';
import type { AlarmAction } from '@milepost/contract/alarm-operations';

/** An alarm with its row locked before handling. The names are display names. */
export interface LockedAlarm {
  id: number;
  vehicleId: number;
  installationId: number;
  organisationId: number;
  clearedAt: Date | null;
  clearedBy: string | null;
  acknowledgedAt: Date | null;
  acknowledgedById: number | null;
  acknowledgedBy: string | null;
  reasonCode: string | null;
  assigneeId: number | null;
  assigneeName: string | null;
  registration: string;
  ruleName: string;
}

export interface HandlingRequest {
  action: AlarmAction;
  userId: number;
  /** The new assignee, with the ids of the vehicles that the person sees; null for nobody. */
  assignee: { id: number; name: string; sees: ReadonlySet<number> } | null;
  /** The assignee as far as the caller knows; undefined if the caller did not send one. */
  assigneeWas: number | null | undefined;
}

/** Why the alarm can no longer be handled because it has changed meanwhile; null if it can. */
export function handlingFault(alarm: LockedAlarm, wish: HandlingRequest): FaultLike | null {
  switch (wish.action) {
    case 'acknowledge':
      if (!alarm.acknowledgedAt) return null;
      return alarm.acknowledgedBy === null
        ? 'alarm-acknowledged-already'
        : fault('alarm-acknowledged', { name: alarm.acknowledgedBy });
    case 'unacknowledge':
      if (!alarm.acknowledgedAt) return 'alarm-not-acknowledged';
      if (alarm.acknowledgedById !== wish.userId) {
        return alarm.acknowledgedBy === null
          ? 'alarm-acknowledged-already'
          : fault('alarm-acknowledged-by-other', { name: alarm.acknowledgedBy });
      }
      return alarm.clearedBy === null ? null : fault('alarm-cleared', { name: alarm.clearedBy });
    case 'assign':
      return assigningFault(alarm, wish);
    case 'clear':
      if (!alarm.clearedAt) return null;
      return alarm.clearedBy === null ? 'alarm-cleared-itself' : fault('alarm-cleared', { name: alarm.clearedBy });
    case 'note':
      return null;
  }
}

function assigningFault(alarm: LockedAlarm, { assignee, assigneeWas }: HandlingRequest): FaultLike | null {
  if (assigneeWas !== undefined && assigneeWas !== alarm.assigneeId) {
    return alarm.assigneeName === null
      ? 'alarm-unassigned-meanwhile'
      : fault('alarm-assigned-meanwhile', { name: alarm.assigneeName });
  }
  if ((assignee?.id ?? null) === alarm.assigneeId) {
    return assignee ? fault('alarm-assigned-already', { name: assignee.name }) : 'alarm-unassigned-already';
  }
  if (assignee && !assignee.sees.has(alarm.vehicleId)) return fault('assignee-blind', { name: assignee.name });
  return null;
}
