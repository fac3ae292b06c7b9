import type { AlarmAction } from '@milepost/contract/alarm-routes';

/** An alarm whose row is locked, before somebody does something about it. Names are those that people are called by. */
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
}

export interface Wish {
  action: AlarmAction;
  userId: number;
  /** The person to assign it to; null for nobody. */
  assignee: { id: number; name: string; sees: ReadonlySet<number> } | null;
  /** Who had it as far as the caller knows; undefined where the caller does not say. */
  assigneeWas: number | null | undefined;
}

const NOBODY = 'nobody';

/** Why it cannot be done any more, in words that say what happened meanwhile; null where it can. */
export function handlingFault(alarm: LockedAlarm, wish: Wish): string | null {
  switch (wish.action) {
    case 'acknowledge':
      return alarm.acknowledgedAt && `${alarm.acknowledgedBy ?? 'Somebody'} has already acknowledged this alarm.`;
    case 'unacknowledge':
      if (!alarm.acknowledgedAt) return 'This alarm is not acknowledged.';
      if (alarm.acknowledgedById !== wish.userId) {
        return `${alarm.acknowledgedBy ?? 'Somebody'} has acknowledged this alarm; only that person can take it back.`;
      }
      return alarm.clearedBy === null ? null : `${alarm.clearedBy} has already cleared this alarm.`;
    case 'assign':
      return assigningFault(alarm, wish);
    case 'clear':
      if (!alarm.clearedAt) return null;
      return alarm.clearedBy === null
        ? 'This alarm has cleared by itself.'
        : `${alarm.clearedBy} has already cleared this alarm.`;
    case 'note':
      return null;
  }
}

function assigningFault(alarm: LockedAlarm, { assignee, assigneeWas }: Wish): string | null {
  if (assigneeWas !== undefined && assigneeWas !== alarm.assigneeId) {
    return `This alarm has meanwhile been assigned to ${alarm.assigneeName ?? NOBODY}.`;
  }
  if ((assignee?.id ?? null) === alarm.assigneeId)
    return `This alarm is assigned to ${assignee?.name ?? NOBODY} already.`;
  if (assignee && !assignee.sees.has(alarm.organisationId)) return `${assignee.name} cannot see this vehicle.`;
  return null;
}
