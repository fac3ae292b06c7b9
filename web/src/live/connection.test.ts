import type { ServerFrame } from '@milepost/contract/live';
import { CLOSE_SESSION_ENDED } from '@milepost/contract/live-constants';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createConnection, SILENCE_MS, type Phase, type Socket, type SocketEvents } from './connection.ts';
import { readFrame } from './read-frame.ts';

class HandSocket implements Socket {
  sent: string[] = [];
  closed = false;
  events: SocketEvents;
  constructor(events: SocketEvents) {
    this.events = events;
  }
  send(text: string) {
    this.sent.push(text);
  }
  close() {
    this.closed = true;
  }
}

let sockets: HandSocket[] = [];
let phases: Phase[] = [];
let frames: ServerFrame[] = [];
const ended = vi.fn();
const refused = vi.fn();
const SNAPSHOT = JSON.stringify({ t: 'snapshot', at: 1, begin: true, complete: true, vehicles: [], states: [] });

function newest(): HandSocket {
  const socket = sockets.at(-1);
  if (!socket) throw new Error('no socket was opened');
  return socket;
}
const make = () =>
  createConnection({
    openSocket: (events) => {
      sockets.push(new HandSocket(events));
      return newest();
    },
    readFrame,
    onFrame: (frame) => frames.push(frame),
    onPhase: (phase) => phases.push(phase),
    onSessionEnded: ended,
    onRefused: refused,
    greeting: () => [{ t: 'view', bounds: null, watch: [4] }],
    random: () => 0.5,
  });

beforeEach(() => {
  vi.useFakeTimers();
  sockets = [];
  phases = [];
  frames = [];
  ended.mockClear();
  refused.mockClear();
});
afterEach(() => vi.useRealTimers());

test('is live after the snapshot, and sends the view at the start', () => {
  make().start();
  newest().events.opened();
  expect(newest().sent).toEqual(['{"t":"view","bounds":null,"watch":[4]}']);
  expect(phases.at(-1)?.name).toBe('connecting');
  newest().events.message(SNAPSHOT);
  expect(phases.at(-1)?.name).toBe('live');
  expect(frames).toHaveLength(1);
});

test('comes back after a lost connection, waiting longer each time, and starts over after a snapshot', () => {
  make().start();
  const waits: number[] = [];
  for (let n = 0; n < 3; n++) {
    newest().events.closed(1006);
    const phase = phases.at(-1);
    waits.push(phase?.name === 'waiting' ? phase.retryAt - Date.now() : -1);
    vi.advanceTimersByTime(waits.at(-1) ?? 0);
  }
  expect(waits).toEqual([250, 500, 1000]);
  expect(sockets).toHaveLength(4);
  newest().events.message(SNAPSHOT);
  newest().events.closed(1006);
  const phase = phases.at(-1);
  expect(phase?.name === 'waiting' && phase.retryAt - Date.now()).toBe(250);
});

test('15 s of silence are a dead connection; a beat keeps it alive', () => {
  make().start();
  newest().events.message(SNAPSHOT);
  vi.advanceTimersByTime(SILENCE_MS - 1);
  newest().events.message('{"t":"beat","at":2}');
  vi.advanceTimersByTime(SILENCE_MS - 1);
  expect(phases.at(-1)?.name).toBe('live');
  vi.advanceTimersByTime(1);
  expect(phases.at(-1)?.name).toBe('waiting');
  expect(sockets[0]?.closed).toBe(true);
});

test('an ended session does not come back', () => {
  make().start();
  newest().events.closed(CLOSE_SESSION_ENDED);
  vi.advanceTimersByTime(120_000);
  expect(ended).toHaveBeenCalledTimes(1);
  expect(phases.at(-1)?.name).toBe('ended');
  expect(sockets).toHaveLength(1);
});

test('asks whether the session ended when the socket was not let in, and not when it broke', () => {
  make().start();
  newest().events.opened();
  newest().events.closed(1006);
  expect(refused).not.toHaveBeenCalled();
  vi.advanceTimersByTime(10_000);
  newest().events.closed(1006);
  expect(refused).toHaveBeenCalledTimes(1);
});

test('hurry retries immediately while waiting, and leaves a live connection alone', () => {
  const connection = make();
  connection.start();
  newest().events.message(SNAPSHOT);
  connection.hurry();
  expect(sockets).toHaveLength(1);
  newest().events.closed(1006);
  connection.hurry();
  expect(sockets).toHaveLength(2);
  vi.advanceTimersByTime(10_000);
  expect(sockets).toHaveLength(2);
});

test('a frame of another shape is passed over', () => {
  make().start();
  for (const data of ['no json', '[]', 'null', '{"t":"states"}', '{"t":"other","at":1}', 7])
    newest().events.message(data);
  expect(frames).toEqual([]);
});

test('stop closes the socket, which is not reopened', () => {
  const connection = make();
  connection.start();
  connection.stop();
  vi.advanceTimersByTime(60_000);
  connection.hurry();
  expect(sockets).toHaveLength(1);
  expect(newest().closed).toBe(true);
  expect(phases.at(-1)?.name).toBe('closed');
});
