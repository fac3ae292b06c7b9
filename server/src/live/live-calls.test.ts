import { type ClientFrame, ServerFrame } from '@milepost/contract/live';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { Caller } from '../store/people/callers.ts';
import { liveFixture, type LiveFixture } from '../testing/live-fixture.ts';
import { PolledSocket } from './polled-socket.ts';

let fixture: LiveFixture;
let mine: Caller;

beforeAll(async () => {
  fixture = await liveFixture();
  mine = await fixture.callerOf(fixture.mine.vehicleId, 1);
});
afterEach(() => fixture.closeSockets());
afterAll(() => fixture.close());

/** A browser that polls: each call returns the frames that are ready. */
function calling(caller = mine) {
  const frames: ServerFrame[] = [];
  let channel: string | null = null;
  let seen = 0;
  let channels = 0;
  const take = (clientFrames: ClientFrame[] = []) => {
    const given = fixture.poll(caller, { channel, seen, frames: clientFrames });
    if (given.channel !== channel) channels++;
    channel = given.channel;
    seen = given.number;
    frames.push(...given.frames.map((frame) => ServerFrame.parse(JSON.parse(frame))));
    return frames;
  };
  return { take, of: (t: ServerFrame['t']) => take().filter((frame) => frame.t === t), begun: () => channels };
}

let second = 0;
function drive(deviceId: number, lat: number) {
  const time = new Date(Date.now() - 60_000 + ++second * 1000);
  const fix = { time, valid: true, lat, lon: -56.2, altitudeM: null, speedKph: 40, courseDeg: 90 };
  const message = { kind: 'report', deviceTime: time, fix, attributes: {} } as const;
  return new Promise<void>((onStored) =>
    fixture.gateway.ingest.submit({ deviceId, messages: [message], receivedAt: Date.now(), onStored }),
  );
}

/** The state that a browser has after these frames: the last value of everything, whatever frames it arrived in. */
function known(frames: readonly ServerFrame[]) {
  const lastState: Record<string, unknown> = {};
  for (const frame of frames) {
    if (frame.t === 'snapshot') for (const vehicle of frame.vehicles) lastState[`vehicle ${vehicle.id}`] = vehicle;
    if (frame.t === 'snapshot' || frame.t === 'states')
      for (const state of frame.states) lastState[`state ${state[0]}`] = state;
    if (frame.t === 'places') for (const [id, place] of frame.places) lastState[`place ${id}`] = place;
    if (frame.t === 'facts') for (const id of frame.vehicles) lastState[`facts ${id}`] = true;
    if (frame.t === 'notification') lastState['unread'] = frame.unread;
    if (frame.t === 'addresses') lastState['addresses'] = true;
  }
  return lastState;
}

it('sends by calls the same as by the WebSocket, and nothing of another organisation', async () => {
  const live = fixture.watch('milepost_session=mine');
  const polled = calling();
  await expect.poll(() => live.of('snapshot').length).toBe(1);
  const view = { t: 'view', bounds: [-180, -90, 180, 90], watch: [fixture.mine.vehicleId] } as const;
  live.socket.send(JSON.stringify(view));
  polled.take([{ ...view, bounds: [...view.bounds], watch: [...view.watch] }]);
  await drive(fixture.foreign.deviceId, -34);
  await drive(fixture.mine.deviceId, -35);
  const { bus } = fixture.gateway;
  for (const { vehicleId } of [fixture.foreign, fixture.mine]) {
    bus.publish('facts-recomputed', { vehicleId, organisationId: await fixture.organisationOf(vehicleId) });
  }
  bus.publish('addresses-known', { sessionIds: [1] });
  bus.publish('notified', { userId: 1, unread: 7 });
  bus.publish('notified', { userId: 2, unread: 99 });
  const all = ['vehicle', 'state', 'place', 'facts'].map((what) => `${what} ${fixture.mine.vehicleId}`);
  await expect
    .poll(() => Object.keys(known(live.frames)).toSorted())
    .toEqual([...all, 'addresses', 'unread'].toSorted());
  await expect.poll(() => known(polled.take())).toEqual(known(live.frames));
  expect(known(polled.take())).toMatchObject({ unread: 7 });
});

it('sends heartbeats while nothing happens, as the WebSocket does', async () => {
  const polled = calling();
  await expect.poll(() => polled.of('beat').length, { timeout: 8000 }).toBeGreaterThan(0);
});

it('repeats an answer that did not arrive, and sends each frame once', () => {
  const first = fixture.poll(mine, { channel: null, seen: 0, frames: [] });
  fixture.gateway.bus.publish('notified', { userId: 1, unread: 1 });
  const lost = fixture.poll(mine, { channel: first.channel, seen: first.number, frames: [] });
  fixture.gateway.bus.publish('notified', { userId: 1, unread: 2 });
  const repeated = fixture.poll(mine, { channel: first.channel, seen: first.number, frames: [] });
  expect(repeated).toEqual(lost);
  const third = fixture.poll(mine, { channel: first.channel, seen: repeated.number, frames: [] });
  expect(lost.frames.map((frame) => JSON.parse(frame))).toMatchObject([{ unread: 1 }]);
  expect(third.frames.map((frame) => JSON.parse(frame))).toMatchObject([{ unread: 2 }]);
});

it('restarts when permissions changed, and gives nobody the channel of another session', async () => {
  const polled = calling();
  polled.take();
  fixture.gateway.bus.publish('access-changed', { userId: null, roleId: 1 });
  expect(polled.of('snapshot')).toHaveLength(2);
  expect(polled.begun()).toBe(2);
  const { channel } = fixture.poll(mine, { channel: null, seen: 0, frames: [] });
  const other = await fixture.callerOf(fixture.foreign.vehicleId, 2);
  const given = fixture.poll({ ...other, userId: 2 }, { channel, seen: 1, frames: [] });
  expect(given.channel).not.toBe(channel);
  expect(given.frames.join('')).toContain(`"id":${fixture.foreign.vehicleId}`);
  expect(given.frames.join('')).not.toContain(`"id":${fixture.mine.vehicleId},`);
  const without = { ...mine, permissions: new Map() };
  const seen = fixture.poll(without, { channel, seen: 1, frames: [] });
  expect(seen.frames.map((frame) => JSON.parse(frame))).toMatchObject([{ t: 'snapshot', vehicles: [] }]);
});

it('ends with the session, and refuses a person who opens too many channels or floods one', () => {
  const person = { ...mine, userId: 50, sessionId: 50 };
  const first = fixture.poll(person, { channel: null, seen: 0, frames: [] });
  fixture.gateway.bus.publish('session-ended', { sessionId: 50 });
  expect(fixture.poll(person, { channel: first.channel, seen: 1, frames: [] }).channel).not.toBe(first.channel);
  // Thirty per session, as with WebSockets.
  expect(() => {
    for (let i = 0; i < 31; i++) fixture.poll(person, { channel: null, seen: 0, frames: [] });
  }).toThrow(/busy/);
  const flooding = { ...mine, userId: 51, sessionId: 51 };
  const { channel } = fixture.poll(flooding, { channel: null, seen: 0, frames: [] });
  expect(() => {
    for (let i = 0; i < 200; i++) fixture.poll(flooding, { channel, seen: 1, frames: [] });
  }).toThrow(/busy/);
  // At most a hundred frames within a second, however few calls carry them.
  const packed = { ...mine, userId: 52, sessionId: 52 };
  const { channel: other } = fixture.poll(packed, { channel: null, seen: 0, frames: [] });
  const frames = Array.from({ length: 20 }, (): ClientFrame => ({ t: 'runs', on: true }));
  expect(() => {
    for (let i = 0; i < 10; i++) fixture.poll(packed, { channel: other, seen: 1, frames });
  }).toThrow(/busy/);
});

it('counts frames that were not fetched as unread, so that a browser that stays away gets the newest state later', () => {
  let closed = 0;
  const done: string[] = [];
  const socket = new PolledSocket(() => closed++);
  for (const text of ['a'.repeat(700_000), 'b'.repeat(700_000), 'é']) socket.send(text, () => done.push(text[0] ?? ''));
  expect(socket.bufferedAmount).toBe(1_400_002);
  const first = socket.take(0);
  expect(first.frames.map((text) => text[0])).toEqual(['a']);
  expect([socket.bufferedAmount, done]).toEqual([1_400_002, []]);
  const next = socket.take(first.number);
  expect(next.frames.map((text) => text[0])).toEqual(['b', 'é']);
  expect([socket.bufferedAmount, done]).toEqual([700_002, ['a']]);
  socket.take(next.number);
  expect(socket.bufferedAmount).toBe(0);
  socket.terminate();
  socket.close();
  expect([closed, socket.readyState === socket.OPEN]).toEqual([1, false]);
});
