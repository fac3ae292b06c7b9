import type { AlarmRow } from '@milepost/contract/alarm-operations';
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createAlarmStore, mostSevereWaiting } from './alarm-store.ts';

const NOW = Date.parse('2026-02-01T12:00:00Z');

const alarm = (id: number, more: Partial<AlarmRow> = {}): AlarmRow => ({
  id,
  vehicleId: id,
  registration: `V ${id}`,
  groupName: null,
  driverName: null,
  ruleId: 1,
  ruleName: 'Rule',
  kind: 'overspeed',
  severity: 'major',
  start: '2026-02-01T10:00:00.000Z',
  deviceClock: null,
  lastAt: '2026-02-01T10:00:00.000Z',
  clearedAt: null,
  clearedBy: null,
  acknowledgedAt: null,
  acknowledgedBy: null,
  reasonCode: null,
  assigneeId: null,
  assigneeName: null,
  count: 1,
  place: null,
  address: null,
  value: null,
  measures: null,
  unit: '',
  fenceName: null,
  limitKph: null,
  code: null,
  ...more,
});
const frame = { t: 'alarms', at: NOW, begin: false, complete: true, total: null, alarms: [], gone: [] } as const;
const whole = (alarms: AlarmRow[], total = alarms.length) => ({ ...frame, begin: true, total, alarms, gone: [] });
const change = (...alarms: AlarmRow[]) => ({ ...frame, alarms, gone: [] });

const made = () => {
  const store = createAlarmStore(() => NOW);
  return { store, ids: () => store.view().rows.map(({ id }) => id) };
};

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('the order of a board', () => {
  it('is sorted by severity, then unacknowledged first, then newest first; cleared ones come last', () => {
    const { store, ids } = made();
    store.apply(
      whole([
        alarm(1, { severity: 'minor' }),
        alarm(2, { severity: 'critical', acknowledgedAt: '2026-02-01T10:01:00.000Z' }),
        alarm(3, { severity: 'critical', start: '2026-02-01T09:00:00.000Z' }),
        alarm(4, { severity: 'critical' }),
        alarm(5, { severity: 'critical', clearedAt: '2026-02-01T11:30:00.000Z' }),
      ]),
    );
    expect(ids()).toEqual([4, 3, 2, 1, 5]);
    store.setOrder('oldest');
    expect(ids()).toEqual([3, 1, 2, 4, 5]);
  });
});

it('a change is visible immediately, and an alarm that is no longer open is removed', () => {
  const { store, ids } = made();
  store.apply(whole([alarm(1), alarm(2)]));
  store.apply(change(alarm(3)));
  expect(ids()).toEqual([3, 2, 1]);
  const cleared = '2026-02-01T11:59:00.000Z';
  store.apply(change(alarm(3, { clearedAt: cleared, acknowledgedAt: cleared })));
  store.apply({ ...frame, alarms: [], gone: [1] });
  expect(ids()).toEqual([2]);
});

it('an alarm that cleared unacknowledged stays for an hour', () => {
  let now = NOW;
  const store = createAlarmStore(() => now);
  store.apply(whole([alarm(1, { clearedAt: new Date(NOW).toISOString() })]));
  expect(store.view().rows).toHaveLength(1);
  now = NOW + 3_599_999;
  store.prune();
  expect(store.view().rows).toHaveLength(1);
  now = NOW + 3_600_000;
  store.prune();
  expect(store.view().rows).toEqual([]);
});

it('a reconnect shows the former alarms until the new ones are complete', () => {
  const { store, ids } = made();
  expect(store.view().loaded).toBe(false);
  store.apply(whole([alarm(1)]));
  store.apply({ ...whole([alarm(2)], 2), complete: false });
  expect(ids()).toEqual([1]);
  store.apply(change(alarm(3)));
  expect(ids()).toEqual([3, 2]);
  expect(store.view()).toMatchObject({ loaded: true, more: 0 });
});

it('counts the active and the unacknowledged alarms by severity', () => {
  const { store } = made();
  const seen = '2026-02-01T10:01:00.000Z';
  store.apply(
    whole([
      alarm(1, { severity: 'critical', acknowledgedAt: seen }),
      alarm(2, { severity: 'minor' }),
      alarm(3, { severity: 'minor', clearedAt: '2026-02-01T11:59:00.000Z' }),
    ]),
  );
  const { counts } = store.view();
  expect(counts.critical).toEqual({ active: 1, waiting: 0 });
  expect(counts.minor).toEqual({ active: 1, waiting: 1 });
  expect(mostSevereWaiting(counts)).toBe('minor');
  store.put([alarm(2, { severity: 'minor', acknowledgedAt: seen })]);
  expect(mostSevereWaiting(store.view().counts)).toBeNull();
});

it('reports how many the server has beyond those sent', () => {
  const { store } = made();
  store.apply(whole([alarm(1)], 12_345));
  expect(store.view().more).toBe(12_344);
});

it('lists are published at most four times a second, the last state is never lost', () => {
  const { store } = made();
  const listener = vi.fn();
  store.on(listener);
  for (let count = 1; count <= 100; count++) store.apply(change(alarm(1, { count })));
  expect(listener).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(250);
  expect(listener).toHaveBeenCalledTimes(2);
  expect(store.view().rows[0]?.count).toBe(100);
});

it('stores at most ten thousand, dropping the least severe', () => {
  const { store } = made();
  store.apply(whole(Array.from({ length: 10_000 }, (_, index) => alarm(index + 1, { severity: 'minor' }))));
  store.apply(change(alarm(20_000, { severity: 'critical' })));
  const { rows } = store.view();
  expect(rows).toHaveLength(10_000);
  expect(rows[0]?.id).toBe(20_000);
  expect(store.get(1)).toBeUndefined();
});

it('after twenty thousand changes only the open alarms are stored', () => {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  if (typeof collect !== 'function') throw new Error('the collector cannot be called');
  const { store } = made();
  store.on(() => void store.view());
  const heap = () => {
    collect();
    return getHeapStatistics().used_heap_size;
  };
  const open = Array.from({ length: 1000 }, (_, index) => alarm(index + 1));
  /** Each alarm is raised, counted up, acknowledged and cleared; then the next one follows. */
  const run = (from: number, changes: number) => {
    const seen = '2026-02-01T11:00:00.000Z';
    for (let step = 0; step < changes; step++) {
      const id = from + Math.floor(step / 4);
      const stage = step % 4;
      const acknowledgedAt = stage >= 2 ? seen : null;
      const clearedAt = stage === 3 ? seen : null;
      store.apply(change(alarm(id, { count: stage + 1, acknowledgedAt, clearedAt })));
      if (step % 50 === 0) vi.advanceTimersByTime(250);
    }
    vi.advanceTimersByTime(500);
  };
  store.apply(whole(open));
  run(10_000, 2000);
  const before = heap();
  run(20_000, 20_000);
  const grown = heap() - before;
  expect(store.view().rows).toHaveLength(1000);
  expect(grown).toBeLessThan(1_000_000);
});
