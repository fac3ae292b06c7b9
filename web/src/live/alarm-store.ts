import { SEVERITIES } from '@milepost/contract/alarm-constants';
import type { AlarmRow } from '@milepost/contract/alarm-routes';
import type { Severity } from '@milepost/contract/fact-routes';
import { type AlarmOrder, isOpen, ORDERS } from './alarm-order.ts';
import type { AlarmsFrame } from './live-client.ts';
import { createThrottledSignal } from './signal.ts';

export interface SeverityCount {
  /** Active ones. */
  active: number;
  /** Of those, acknowledged by nobody. */
  waiting: number;
}

/** What a board shows; the same object until something changed. */
export interface AlarmView {
  rows: readonly AlarmRow[];
  counts: Readonly<Record<Severity, SeverityCount>>;
  /** False until the first complete set of open alarms. */
  loaded: boolean;
  /** Open ones that the server has and did not send, because a board holds no more. */
  more: number;
}

/** More are not held, whatever comes: those last in order go. */
const MOST_HELD = 10_000;
/** Lists are worked out at most this often, in milliseconds. */
const LIST_MS = 250;

/**
 * The open alarms, outside React. Snapshots replace all at once when they are complete, so that a reconnect does not
 * empty the board; alarms that are no longer open leave at once, so that hours of changes leave nothing behind.
 * @param now the server's clock, epoch milliseconds
 */
export function createAlarmStore(now: () => number) {
  const signal = createThrottledSignal(LIST_MS);
  let held = new Map<number, AlarmRow>();
  /** The snapshot that is on its way. */
  let coming: Map<number, AlarmRow> | null = null;
  let sent = 0;
  let total = 0;
  let loaded = false;
  let order: AlarmOrder = 'most-severe';
  let view: AlarmView | null = null;
  /** The last list, whose order is nearly the next one's. */
  let former: readonly AlarmRow[] = [];

  const changed = () => {
    view = null;
    signal.emit();
  };

  const makeView = (): AlarmView => {
    const known = new Set<number>();
    const rows: AlarmRow[] = [];
    for (const { id } of former) {
      const row = held.get(id);
      if (!row) continue;
      rows.push(row);
      known.add(id);
    }
    for (const [id, row] of held) if (!known.has(id)) rows.push(row);
    rows.sort(ORDERS[order]);
    for (const { id } of rows.splice(MOST_HELD)) held.delete(id);
    former = rows;
    return { rows, counts: countOf(rows), loaded, more: Math.max(0, total - sent) };
  };

  return {
    apply(frame: AlarmsFrame): void {
      if (frame.begin) {
        coming = new Map();
        total = frame.total ?? 0;
        sent = 0;
      }
      const into = coming ?? held;
      for (const alarm of frame.alarms) {
        if (isOpen(alarm, now())) into.set(alarm.id, alarm);
        else into.delete(alarm.id);
      }
      for (const id of frame.gone) into.delete(id);
      if (coming) {
        sent += frame.alarms.length;
        if (!frame.complete) return;
        held = coming;
        coming = null;
        loaded = true;
      }
      changed();
    },
    /** What somebody here did, shown before the server tells everybody. */
    put(alarms: readonly AlarmRow[]): void {
      for (const alarm of alarms) {
        if (isOpen(alarm, now())) held.set(alarm.id, alarm);
        else held.delete(alarm.id);
      }
      changed();
    },
    /** Lets go what is no longer open because time passed. */
    prune(): void {
      const before = held.size;
      for (const alarm of held.values()) if (!isOpen(alarm, now())) held.delete(alarm.id);
      if (held.size !== before) changed();
    },
    setOrder(next: AlarmOrder): void {
      if (next === order) return;
      order = next;
      changed();
    },
    get: (id: number): AlarmRow | undefined => held.get(id),
    view: (): AlarmView => (view ??= makeView()),
    on: signal.on,
  };
}

export type AlarmStore = ReturnType<typeof createAlarmStore>;

const none = () => ({ active: 0, waiting: 0 });

function countOf(rows: readonly AlarmRow[]): Record<Severity, SeverityCount> {
  const counts = { critical: none(), major: none(), minor: none(), warning: none() };
  for (const { severity, clearedAt, acknowledgedAt } of rows) {
    if (clearedAt !== null) continue;
    counts[severity].active += 1;
    if (acknowledgedAt === null) counts[severity].waiting += 1;
  }
  return counts;
}

/** The highest severity of which an alarm waits for somebody; null: none does. */
export function mostSevereWaiting(counts: AlarmView['counts']): Severity | null {
  return SEVERITIES.find((severity) => counts[severity].waiting > 0) ?? null;
}
