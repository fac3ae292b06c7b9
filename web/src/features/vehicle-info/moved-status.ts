import type { AuditEntry } from '@milepost/contract/admin-routes';

type StatusChange = Pick<AuditEntry, 'action' | 'before' | 'after'>;

/** An entry of the log of a vehicle. One that moves is kept as sold, which nobody did: the entry says that it moved. */
export function movedStatus(
  { action, before, after }: StatusChange,
  moved: string,
): Pick<StatusChange, 'before' | 'after'> {
  if (action !== 'move') return { before, after };
  const told = (side: StatusChange['before']): StatusChange['before'] =>
    side?.['serviceStatus'] === 'sold' ? { ...side, serviceStatus: moved } : side;
  return { before: told(before), after: told(after) };
}
