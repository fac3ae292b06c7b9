import type { AuditEntry } from '@milepost/contract/admin-operations';

type StatusChange = Pick<AuditEntry, 'action' | 'before' | 'after'>;

/**
 * Corrects an entry of a vehicle's log: a moved vehicle is stored as sold, although nobody sold it, so the entry shows
 * the move instead.
 */
export function movedStatus(
  { action, before, after }: StatusChange,
  moved: string,
): Pick<StatusChange, 'before' | 'after'> {
  if (action !== 'move') return { before, after };
  const told = (side: StatusChange['before']): StatusChange['before'] =>
    side?.['serviceStatus'] === 'sold' ? { ...side, serviceStatus: moved } : side;
  return { before: told(before), after: told(after) };
}
