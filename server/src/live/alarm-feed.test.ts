import type { AlarmRow } from '@milepost/contract/alarm-operations';
import type { ServerFrame } from '@milepost/contract/live';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { PlaceAt } from '../places/places.ts';
import type { Bus } from '../bus/bus.ts';
import { createMemoryBus } from '../bus/memory-bus.ts';
import type { OwnedAlarm } from '../store/alarms/alarm-rows.ts';
import { createAlarmFeed } from './alarm-feed.ts';
import { AlarmWatch } from './alarm-watch.ts';
import { WorkBudget } from './work-budget.ts';
import type { VehicleLimit } from '../store/scope.ts';

type Frame = ServerFrame & { t: 'alarms' };

const alarm = (id: number, count = 1): AlarmRow => ({
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
  count,
  place: null,
  address: null,
  value: null,
  measures: null,
  unit: '',
  fenceName: null,
  limitKph: null,
  code: null,
});

let bus: Bus;
let stored: Map<number, OwnedAlarm>;
let reads: number[][];
let fails: boolean;
/** Reading all open alarms takes until this promise resolves. */
let readingOpen: Promise<void>;
let feed: { stop(): void };
let opened: number;
let nowMs: number;
let sendMs: number;
let members: {
  userId: number;
  view: string;
  alarms: AlarmWatch;
  reads: boolean;
  placeAt: PlaceAt;
  frames: Frame[];
  sendAlarms(frame: string): void;
}[];

const put = (organisationId: number, ...alarms: AlarmRow[]) => {
  for (const one of alarms) stored.set(one.id, { alarm: one, organisationId, fenceOf: 'vehicle' });
  const changed = alarms.map(({ id, vehicleId }) => ({ id, vehicleId, organisationId }));
  bus.publish('alarms-changed', { alarms: changed });
};
const placeAt = (lat: number) => `street ${lat}`;
const join = (organisationIds: number[], allowed = true, limit: VehicleLimit | null = null, userId = 1) => {
  const frames: Frame[] = [];
  const alarms = new AlarmWatch({ organisationIds, limit }, allowed);
  const sendAlarms = (frame: string) => {
    nowMs += sendMs;
    frames.push(JSON.parse(frame));
  };
  const view = JSON.stringify([organisationIds, limit]);
  const member = { userId, view, alarms, reads: true, placeAt, frames, sendAlarms };
  members.push(member);
  return member;
};
/** Advances fake time by 250 ms and lets pending callbacks run. */
async function pass() {
  await vi.advanceTimersByTimeAsync(250);
  for (let tick = 0; tick < 100; tick++) await new Promise<void>((resolve) => setImmediate(resolve));
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
  const logger = pino({ level: 'silent' });
  bus = createMemoryBus(logger);
  stored = new Map();
  reads = [];
  members = [];
  fails = false;
  opened = 0;
  nowMs = 0;
  sendMs = 0;
  readingOpen = Promise.resolve();
  feed = createAlarmFeed({
    bus,
    logger,
    members: () => members,
    budget: new WorkBudget(() => nowMs),
    source: {
      async open({ organisationIds }, most) {
        opened++;
        if (fails) throw new Error('away');
        const all = [...stored.values()].filter(({ organisationId }) => organisationIds.includes(organisationId));
        await readingOpen;
        return { alarms: all.slice(0, most), total: all.length };
      },
      byId(ids) {
        reads.push([...ids]);
        if (fails) return Promise.reject(new Error('away'));
        return Promise.resolve(ids.flatMap((id) => stored.get(id) ?? []));
      },
    },
  });
});
afterEach(() => {
  feed.stop();
  vi.useRealTimers();
});

it('sends the open alarms of the scope in small frames, then the changes', async () => {
  const one = join([1]);
  one.alarms.want('open');
  put(1, ...Array.from({ length: 501 }, (_, index) => alarm(index + 1)));
  put(2, alarm(900));
  one.alarms.want('open');
  await pass();
  expect(one.frames.map(({ begin, complete, total, alarms }) => [begin, complete, total, alarms.length])).toEqual([
    [true, false, 501, 500],
    [false, true, 501, 1],
  ]);
  put(1, alarm(7, 2));
  put(2, alarm(900, 2));
  await pass();
  expect(one.frames.at(-1)).toMatchObject({ begin: false, alarms: [{ id: 7, count: 2 }], gone: [] });
  expect(one.frames).toHaveLength(3);
});

it('an empty board gets an empty list', async () => {
  const one = join([1]);
  one.alarms.want('open');
  await pass();
  expect(one.frames).toMatchObject([{ begin: true, complete: true, total: 0, alarms: [] }]);
});

it('a browser that requests all of them repeatedly gets them once a second', async () => {
  const one = join([1]);
  for (let i = 0; i < 9; i++) {
    one.alarms.want(i % 2 === 0 ? 'open' : 'none');
    one.alarms.want('open');
    await pass();
  }
  // At 250 ms, 1250 ms and 2250 ms.
  expect(one.frames.filter(({ begin }) => begin)).toHaveLength(3);
});

it('a browser that may not see alarms, or does not subscribe, gets none', async () => {
  const denied = join([1], false);
  denied.alarms.want('open');
  const silent = join([1]);
  put(1, alarm(1));
  await pass();
  expect([denied.frames, silent.frames]).toEqual([[], []]);
});

it('reads each alarm once for all watching browsers, and only its newest state', async () => {
  const [one, two] = [join([1]), join([1])];
  for (const { alarms } of [one, two]) alarms.want('changes');
  put(1, alarm(1, 1));
  put(1, alarm(1, 2));
  put(1, alarm(1, 3));
  await pass();
  expect(reads).toEqual([[1]]);
  expect(one.frames).toMatchObject([{ alarms: [{ count: 3 }] }]);
  expect(two.frames).toEqual(one.frames);
});

it('a browser that does not read gets the newest state of each when it reads again', async () => {
  const one = join([1]);
  one.alarms.want('changes');
  one.reads = false;
  for (let count = 1; count <= 50; count++) {
    put(1, alarm(1, count), alarm(2, count));
    await pass();
  }
  expect(one.frames).toEqual([]);
  one.reads = true;
  await pass();
  expect(one.frames).toMatchObject([{ alarms: [{ count: 50 }, { count: 50 }] }]);
});

it('reports alarms that were removed, or moved to another organisation', async () => {
  const one = join([1]);
  one.alarms.want('changes');
  put(1, alarm(1), alarm(2));
  stored.delete(1);
  stored.set(2, { alarm: alarm(2), organisationId: 5, fenceOf: 'vehicle' });
  await pass();
  expect(one.frames).toMatchObject([{ alarms: [], gone: [1, 2] }]);
});

it('more changes than a board shows are sent as a new snapshot of the open alarms', async () => {
  const one = join([1]);
  one.alarms.want('open');
  await pass();
  put(1, ...Array.from({ length: 10_001 }, (_, index) => alarm(index + 1)));
  for (let i = 0; i < 4; i++) await pass();
  expect(one.frames.filter(({ begin }) => begin)).toHaveLength(2);
  expect(one.frames.slice(1).reduce((sum, { alarms }) => sum + alarms.length, 0)).toBe(10_000);
  expect(one.frames.at(-1)).toMatchObject({ complete: true, total: 10_001 });
});

it('a change that could not be read is sent once it can', async () => {
  const [board, list] = [join([1]), join([1])];
  fails = true;
  board.alarms.want('open');
  list.alarms.want('changes');
  put(1, alarm(1));
  await pass();
  expect([board.frames, list.frames]).toEqual([[], []]);
  fails = false;
  await pass();
  expect(board.frames.find(({ begin }) => begin)).toMatchObject({ alarms: [{ id: 1 }] });
  expect(list.frames).toMatchObject([{ begin: false, alarms: [{ id: 1 }] }]);
});

it('sends a limited person the alarms of their vehicles only', async () => {
  const limited = join([1], true, {
    vehicleIds: [7],
    groupIds: [],
    singleIds: [7],
    withinGroupIds: null,
    common: false,
  });
  limited.alarms.want('changes');
  put(1, alarm(7), alarm(8));
  await pass();
  expect(limited.frames.map(({ alarms, gone }) => [alarms.map(({ id }) => id), gone])).toEqual([[[7], []]]);
});

it('sends changes while all open alarms are being read, and the newest state of those changed after them', async () => {
  const [board, list] = [join([1]), join([1], true, null, 2)];
  board.alarms.want('open');
  list.alarms.want('changes');
  const reading = Promise.withResolvers<void>();
  readingOpen = reading.promise;
  put(1, alarm(1, 1));
  await pass();
  put(1, alarm(1, 2));
  await pass();
  expect(list.frames.map(({ alarms }) => alarms[0]?.count)).toEqual([1, 2]);
  reading.resolve();
  await pass();
  await pass();
  const { length } = board.frames;
  // The open alarms were read before the second change.
  expect(board.frames.findIndex(({ begin }) => begin)).toBeLessThan(length - 1);
  expect(board.frames[length - 1]).toMatchObject({ begin: false, alarms: [{ id: 1, count: 2 }] });
});

it('reads the open alarms once for all browsers with the same scope', async () => {
  const many = Array.from({ length: 30 }, () => join([1]));
  const other = join([2], true, null, 2);
  for (const { alarms } of [...many, other]) alarms.want('open');
  put(1, alarm(1));
  await pass();
  await pass();
  expect(opened).toBe(2);
  for (const { frames } of many) expect(frames.filter(({ begin }) => begin)).toHaveLength(1);
  expect(other.frames.find(({ begin }) => begin)).toMatchObject({ total: 0 });
});

it('a person with many boards gets only their own share, and others get theirs immediately', async () => {
  sendMs = 40;
  const many = Array.from({ length: 20 }, () => join([1]));
  const other = join([1], true, null, 2);
  for (const { alarms } of [...many, other]) alarms.want('open');
  const served = () => many.filter(({ frames }) => frames.some(({ begin }) => begin)).length;
  await pass();
  // The budget is 100 ms a second and each board takes 40: the third exhausts it.
  expect(served()).toBe(3);
  await pass();
  expect(other.frames.some(({ begin }) => begin)).toBe(true);
  for (let second = 0; second < 10; second++) {
    nowMs += 1000;
    await pass();
    await pass();
    await pass();
    await pass();
  }
  expect(served()).toBe(20);
});

it('a board arrives even when building its frames takes more than the share of a person, as on a slow machine', async () => {
  const one = join([1]);
  one.placeAt = (lat) => {
    nowMs += 150;
    return `street ${lat}`;
  };
  put(1, { ...alarm(1), place: { lat: 1, lon: 2 } });
  one.alarms.want('open');
  await pass();
  expect(one.frames.map(({ complete, alarms }) => [complete, alarms.length])).toEqual([[true, 1]]);
});
