import type { CalendarEntry } from './calendar-operations.ts';
import { recordPath } from './record-kinds.ts';

/** The path of the screen for a calendar entry, without a leading slash. */
export function calendarPath({ kind, id, vehicleId }: CalendarEntry): string {
  if (kind === 'recurring') return `expenses/recurring?open=${id}`;
  if (kind === 'assignment') return `${recordPath('vehicle', vehicleId ?? id)}?tab=drivers`;
  if (kind === 'service') return `${recordPath('vehicle', vehicleId ?? id)}?tab=maintenance`;
  return recordPath(kind, id);
}
