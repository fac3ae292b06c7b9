import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { LiveCall, LiveFrames } from '@milepost/contract/live';
import type { Socket, SocketEvents } from './connection.ts';
import { openCalls } from './open-calls.ts';
import { createTransport, type TransportKind } from './transport.ts';

class HandSocket implements Socket {
  sent: string[] = [];
  closed = false;
  readonly events: SocketEvents;
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
let calls: HandSocket[] = [];
let ways: TransportKind[] = [];
let received: string[] = [];

function transport() {
  const open = createTransport({
    openSocket: (events) => {
      const made = new HandSocket(events);
      sockets.push(made);
      return made;
    },
    openCalls: (events) => {
      const made = new HandSocket(events);
      calls.push(made);
      return made;
    },
    onWay: (way) => ways.push(way),
  });
  return () =>
    open({
      opened: () => received.push('opened'),
      message: (data) => received.push(String(data)),
      closed: (code) => received.push(`closed ${code}`),
    });
}

const last = (list: HandSocket[]): HandSocket => {
  const found = list.at(-1);
  if (!found) throw new Error('nothing was opened');
  return found;
};

beforeEach(() => {
  vi.useFakeTimers();
  [sockets, calls, ways, received] = [[], [], [], []];
});
afterEach(() => vi.useRealTimers());

test('a WebSocket that is refused twice in a row gives way to calls', () => {
  const open = transport();
  open();
  last(sockets).events.closed(1006);
  open();
  expect(calls).toHaveLength(0);
  last(sockets).events.closed(1006);
  const live = open();
  expect([sockets.length, calls.length]).toEqual([2, 1]);
  last(calls).events.message('first');
  expect(ways).toEqual(['calls']);
  live.send('view');
  expect(last(calls).sent).toEqual(['view']);
});

test.each([4401, 1013])('one that the server itself ends with %i was not refused on the way', (code) => {
  const open = transport();
  for (let i = 0; i < 4; i++) {
    open();
    last(sockets).events.closed(code);
  }
  expect(calls).toHaveLength(0);
});

test('one that opens and stays silent counts as refused, one closed by the window does not', () => {
  const open = transport();
  for (let i = 0; i < 4; i++) open().close();
  expect(calls).toHaveLength(0);
  for (let i = 0; i < 2; i++) {
    const live = open();
    vi.advanceTimersByTime(15_000);
    live.close();
  }
  open();
  expect(calls).toHaveLength(1);
});

function byCalls() {
  const open = transport();
  for (let i = 0; i < 2; i++) {
    open();
    last(sockets).events.closed(1006);
  }
  return open();
}

test('the WebSocket is tried beside the calls, rarely, and takes over with its first frame', () => {
  const live = byCalls();
  last(calls).events.message('by call');
  vi.advanceTimersByTime(2000);
  expect(sockets).toHaveLength(3);
  last(sockets).events.closed(1006);
  vi.advanceTimersByTime(59_000);
  expect(sockets).toHaveLength(3);
  vi.advanceTimersByTime(1000);
  expect(sockets).toHaveLength(4);
  last(sockets).events.closed(1006);
  vi.advanceTimersByTime(119_000);
  expect(sockets).toHaveLength(4);
  vi.advanceTimersByTime(1000);
  last(sockets).events.opened();
  expect(last(calls).closed).toBe(false);
  received = [];
  last(sockets).events.message('snapshot');
  expect(last(calls).closed).toBe(true);
  expect(received).toEqual(['opened', 'snapshot']);
  expect(ways.at(-1)).toBe('socket');
  live.send('view');
  expect(last(sockets).sent).toEqual(['view']);
  last(sockets).events.closed(1006);
  expect(received.at(-1)).toBe('closed 1006');
});

test('a server that was away while the WebSocket was refused is back on it within seconds', () => {
  byCalls();
  last(calls).events.message('by call');
  vi.advanceTimersByTime(2000);
  last(sockets).events.message('snapshot');
  expect([ways, last(calls).closed]).toEqual([['calls', 'socket'], true]);
});

test('if calls get no reply either, the WebSocket is tried first again', () => {
  const open = transport();
  for (let i = 0; i < 2; i++) {
    open();
    last(sockets).events.closed(1006);
  }
  open();
  last(calls).events.closed(1006);
  open();
  expect(sockets).toHaveLength(3);
  vi.advanceTimersByTime(120_000);
  expect(sockets).toHaveLength(3);
});

test('a closed window makes no calls, and no attempts', () => {
  byCalls().close();
  vi.advanceTimersByTime(3_600_000);
  expect([sockets.length, last(calls).closed]).toEqual([2, true]);
});

/** Makes calls, one after the other, against a server with the given replies. */
function calling(answers: (requested: LiveCall) => LiveFrames) {
  const requested: LiveCall[] = [];
  let hidden = false;
  const socket = openCalls(
    {
      ask: async (input) => {
        requested.push(input);
        return answers(input);
      },
      isHidden: () => hidden,
    },
    {
      opened: () => socket.send('{"t":"view","bounds":null,"watch":[4]}'),
      message: (data) => received.push(String(data)),
      closed: (code) => received.push(`closed ${code}`),
    },
  );
  return { socket, requested, hide: () => (hidden = true) };
}
const beat = (number: number) => ({ channel: 'c', number, frames: [`frame ${number}`] });

test('calls first send the view, then acknowledge what arrived, once a second', async () => {
  const { requested, socket } = calling(({ seen }) => beat(seen + 1));
  await vi.advanceTimersByTimeAsync(0);
  expect(requested).toEqual([{ channel: null, seen: 0, frames: [{ t: 'view', bounds: null, watch: [4] }] }]);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(requested).toHaveLength(11);
  expect(requested.at(-1)).toEqual({ channel: 'c', seen: 10, frames: [] });
  expect(received).toEqual(requested.map((_, at) => `frame ${at + 1}`));
  socket.close();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(requested).toHaveLength(11);
});

test('a hidden window calls every five seconds, and a new view is sent soon, only the last one', async () => {
  const { requested, socket, hide } = calling(({ seen }) => beat(seen + 1));
  hide();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(requested.length).toBeLessThan(14);
  const before = requested.length;
  for (let i = 0; i < 50; i++) socket.send(`{"t":"view","bounds":[${i},0,1,1],"watch":[]}`);
  await vi.advanceTimersByTimeAsync(250);
  expect(requested).toHaveLength(before + 1);
  expect(requested.at(-1)?.frames).toEqual([{ t: 'view', bounds: [49, 0, 1, 1], watch: [] }]);
});

test('a snapshot in pieces is fetched without a pause, and a restarted server gets the view', async () => {
  const pieces = [
    { channel: 'a', number: 1, frames: ['{"t":"snapshot","complete":false}'] },
    { channel: 'a', number: 2, frames: ['{"t":"snapshot","complete":true}'] },
    { channel: 'b', number: 1, frames: ['{"t":"snapshot","complete":true}'] },
  ];
  const { requested } = calling(() => pieces.shift() ?? { channel: 'b', number: 9, frames: [] });
  await vi.advanceTimersByTimeAsync(10);
  expect(requested).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(1000);
  expect(requested).toHaveLength(3);
  await vi.advanceTimersByTimeAsync(250);
  expect(requested.at(-1)).toEqual({ channel: 'b', seen: 1, frames: [{ t: 'view', bounds: null, watch: [4] }] });
});

test('a call without an answer ends the way', async () => {
  const socket = openCalls(
    { ask: () => Promise.reject(new Error('away')), isHidden: () => false },
    { opened: () => {}, message: () => {}, closed: (code) => received.push(`closed ${code}`) },
  );
  await vi.advanceTimersByTimeAsync(0);
  expect(received).toEqual(['closed 1006']);
  socket.close();
});
