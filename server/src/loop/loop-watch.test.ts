import { pino } from 'pino';
import { Registry } from 'prom-client';
import { afterEach, expect, it } from 'vitest';
import { noteSection, startLoopWatch, whileUnderWay } from './loop-watch.ts';

let stop = () => undefined as void;
afterEach(() => stop());

/** A watch with a settable clock. */
function watchAt() {
  const lines: Record<string, unknown>[] = [];
  const logger = pino({ base: null }, { write: (line) => lines.push(JSON.parse(line)) });
  const registry = new Registry();
  const at = { now: 0, usedMs: 0 };
  const watch = startLoopWatch(registry, logger, { now: () => at.now, usedMs: () => at.usedMs });
  ({ stop } = watch);
  watch.look();
  /** Makes the next check this late; this thread used that much processor time. */
  const held = (lateMs: number, usedMs = lateMs) => {
    at.now += 20 + lateMs;
    at.usedMs += usedMs;
    watch.look();
  };
  return { lines, registry, held };
}

it('names the work and the organisation that blocked the loop, in the log and in a metric', async () => {
  const { lines, registry, held } = watchAt();
  noteSection('track', 3, 2);
  noteSection('recompute', 7, 149);
  held(150);
  expect(lines).toMatchObject([{ level: 40, work: 'recompute', organisationId: 7, heldMs: 150 }]);
  expect(await registry.metrics()).toContain('milepost_loop_held_seconds_count{work="recompute"} 1');
});

it('ignores work of less than 50 ms', async () => {
  const { lines, registry, held } = watchAt();
  noteSection('recompute', 7, 49);
  held(49);
  expect(lines).toEqual([]);
  expect(await registry.metrics()).not.toContain('work="recompute"');
});

it('names the only call in progress, and otherwise all possible ones', async () => {
  const { lines, held } = watchAt();
  const ended = Promise.withResolvers<undefined>();
  const one = whileUnderWay('get-fence-map', 8, () => ended.promise);
  held(90);
  const other = whileUnderWay('get-trip-list', 9, () => ended.promise);
  held(90);
  ended.resolve(undefined);
  await Promise.all([one, other]);
  const [map, trips] = [
    { work: 'get-fence-map', organisationId: 8 },
    { work: 'get-trip-list', organisationId: 9 },
  ];
  expect(lines).toMatchObject([map, { work: 'unknown', organisationId: null, underWay: [map, trips] }]);
});

it('names work that waited for memory and other threads for most of the time', async () => {
  const { lines, registry, held } = watchAt();
  noteSection('write-facts', 7, 2000);
  held(2000, 400);
  expect(lines).toMatchObject([{ work: 'write-facts', organisationId: 7, heldMs: 2000, ownMs: 400 }]);
  expect(await registry.metrics()).not.toContain('work="machine"');
});

it('names nobody while other programs used the processor', async () => {
  const { lines, registry, held } = watchAt();
  noteSection('recompute', 7, 300);
  held(300, 30);
  expect(lines).toEqual([]);
  expect(await registry.metrics()).toContain('milepost_loop_held_seconds_count{work="machine"} 1');
});

it('logs the same work of the same organisation once in ten seconds, and counts each time', async () => {
  const { lines, registry, held } = watchAt();
  for (let time = 0; time < 3; time += 1) {
    noteSection('dry-run', 7, 60);
    held(60);
  }
  expect(lines).toHaveLength(1);
  expect(await registry.metrics()).toContain('milepost_loop_held_seconds_count{work="dry-run"} 3');
  held(-20 + 10_000, 0);
  noteSection('dry-run', 7, 60);
  held(60);
  expect(lines).toHaveLength(2);
});
