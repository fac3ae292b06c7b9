import type { DeviceContact, DeviceContactFilter } from '@milepost/contract/device-operations';
import type { ClientFrame, ServerFrame } from '@milepost/contract/live';
import { CLOSE_SESSION_ENDED, LIVE_PATH } from '@milepost/contract/live-constants';
import { inBase, outOfBase } from '../api/base-path.ts';
import { call } from '../api/call.ts';
import { untilOwner } from '../api/page-guard.ts';
import { queryClient } from '../api/query-client.ts';
import { reloadAddresses } from '../api/reload-addresses.ts';
import { createFactsReload } from '../api/reload-facts.ts';
import { isLeaving, isLeavingPage } from '../api/session-end.ts';
import { createConnection, type Phase, SILENCE_MS, type Socket, type SocketEvents } from './connection.ts';
import { createLiveStore } from './live-store.ts';
import { openCalls } from './open-calls.ts';
import { readFrame } from './read-frame.ts';
import { createSignal } from './signal.ts';
import { createTransport, type TransportKind } from './transport.ts';
import { createView } from './view.ts';

/** The one store and the one socket of the application. */
export const liveStore = createLiveStore();

const reloadFacts = createFactsReload(queryClient);

const phases = createSignal();
let phase: Phase = { name: 'closed' };
/** When the last frame was received, epoch milliseconds of the browser; 0 before the first. */
let lastFrameAt = 0;

const contactListeners = new Map<(contact: DeviceContact) => void, DeviceContactFilter>();
const unreadListeners = new Set<(unread: number) => void>();
export type AlarmsFrame = ServerFrame & { t: 'alarms' };
type AlarmWant = (ClientFrame & { t: 'alarms' })['want'];
/** Receives the ids of changed runs; null means that any run can have changed. */
type RunsListener = (runIds: readonly number[] | null) => void;
const runListeners = new Set<RunsListener>();
const alarmListeners = new Map<(frame: AlarmsFrame) => void, AlarmWant>();
/** While updates are paused, only snapshots change the view; the next snapshot brings everything that was missed. */
let paused = false;
/** Only one list is shown at a time, so the newest filter applies. */
const contactsFrame = (): ClientFrame => {
  const filter = [...contactListeners.values()].at(-1);
  return { t: 'knocks', on: filter !== undefined, ...(filter && { filter }) };
};

const alarmsFrame = (): ClientFrame => {
  const wants = [...alarmListeners.values()];
  return { t: 'alarms', want: wants.includes('open') ? 'open' : (wants[0] ?? 'none') };
};
const runsFrame = (): ClientFrame => ({ t: 'runs', on: runListeners.size > 0 });
const greeting = (): ClientFrame[] => [
  view.frame(),
  ...(contactListeners.size > 0 ? [contactsFrame()] : []),
  ...(alarmListeners.size > 0 ? [alarmsFrame()] : []),
  ...(runListeners.size > 0 ? [runsFrame()] : []),
];

/** How frames arrive now. */
let way: TransportKind = 'socket';
const openTransport = createTransport({
  openSocket: (events) => openWebSocket(location.origin.replace(/^http/, 'ws') + inBase(LIVE_PATH), events),
  openCalls: (events) =>
    openCalls(
      {
        ask: (request) => call('get-live-updates', request, { withinMs: SILENCE_MS }),
        isHidden: () => document.visibilityState === 'hidden',
      },
      events,
    ),
  onWay: (next) => (way = next),
});

/**
 * While another person is signed in, nothing is requested: the session check waits until the page's own person is back.
 */
const openOwn: typeof openTransport = (events) => {
  if (untilOwner() === null) return openTransport(events);
  queueMicrotask(() => events.closed(CLOSE_SESSION_ENDED));
  return { send: () => {}, close: () => {} };
};

const connection = createConnection({
  openSocket: openOwn,
  readFrame: import.meta.env.DEV ? readCheckedFrame : readFrame,
  onFrame(frame) {
    lastFrameAt = Date.now();
    if (!paused || frame.t === 'snapshot') liveStore.apply(frame);
    if (frame.t === 'knock') for (const listener of contactListeners.keys()) listener(frame.knock);
    if (frame.t === 'facts') reloadFacts(frame.vehicles);
    if (frame.t === 'addresses') reloadAddresses(queryClient);
    if (frame.t === 'runs') for (const listener of runListeners) listener(frame.runs);
    // Changes that happened while there was no connection are not sent later.
    if (frame.t === 'snapshot' && frame.begin) for (const listener of runListeners) listener(null);
    if (frame.t === 'alarms') for (const listener of alarmListeners.keys()) listener(frame);
    if (frame.t === 'notification') for (const listener of unreadListeners) listener(frame.unread);
  },
  onPhase(next) {
    if (next.name === 'connecting') liveStore.clock.reset();
    phase = next.name === 'live' ? { ...next, by: way } : next;
    phases.emit();
  },
  // The session check decides: the socket can belong to an older session, after which the person signed in again over
  // the page.
  onSessionEnded: () => void checkLiveSession().then(startAnew, startUnlessLeaving),
  // The check leads to sign-in if the session has ended; any other outcome needs no reaction.
  onRefused: () => void checkLiveSession().catch(() => {}),
  greeting,
});

/** Signing out also ends the session of the connection; no check is needed then. */
async function checkLiveSession(): Promise<void> {
  if (!isLeavingPage()) await call('session-check', { url_name: outOfBase(location.pathname) });
}
function startAnew(): void {
  if (users > 0 && !isLeavingPage()) connection.start();
}
/** If the check got no reply, the connection keeps retrying. */
function startUnlessLeaving(): void {
  if (!isLeaving()) startAnew();
}

/** Reports the visible part of the map to the server, so that it sends those vehicles at the full rate. */
export const view = createView((frame) => connection.send(frame));

const onVisible = () => {
  if (document.visibilityState === 'visible') connection.hurry();
};

let users = 0;

/** Keeps the socket open until the returned function is called; the last release closes it. */
export function holdSocket(): () => void {
  if (users++ === 0) {
    addEventListener('online', connection.hurry);
    document.addEventListener('visibilitychange', onVisible);
    connection.start();
  }
  let held = true;
  return () => {
    if (!held) return;
    held = false;
    if (--users > 0) return;
    removeEventListener('online', connection.hurry);
    document.removeEventListener('visibilitychange', onVisible);
    connection.stop();
    liveStore.clear(); // The next person who signs in may see other vehicles.
  };
}

/**
 * Subscribes to the contacts of devices with the gateway that match the filter, until the returned function is called.
 */
export function subscribeDeviceContacts(
  filter: DeviceContactFilter,
  listener: (contact: DeviceContact) => void,
): () => void {
  const release = holdSocket();
  contactListeners.set(listener, filter);
  connection.send(contactsFrame());
  return () => {
    contactListeners.delete(listener);
    connection.send(contactsFrame());
    release();
  };
}

/**
 * Subscribes to alarms until the returned function is called: to the open ones and every change, or to changes alone.
 * After a reconnect the open ones are sent again.
 */
export function subscribeAlarms(want: 'open' | 'changes', listener: (frame: AlarmsFrame) => void): () => void {
  const release = holdSocket();
  alarmListeners.set(listener, want);
  connection.send(alarmsFrame());
  return () => {
    alarmListeners.delete(listener);
    connection.send(alarmsFrame());
    release();
  };
}

/**
 * Subscribes to the ids of runs that changed (null: any run can have changed), until the returned function is called.
 */
export function subscribeRuns(listener: RunsListener): () => void {
  const release = holdSocket();
  runListeners.add(listener);
  connection.send(runsFrame());
  return () => {
    runListeners.delete(listener);
    connection.send(runsFrame());
    release();
  };
}

/**
 * Subscribes to the number of unread notifications, sent with every new one, until the returned function is called.
 */
export function subscribeUnread(listener: (unread: number) => void): () => void {
  unreadListeners.add(listener);
  return () => unreadListeners.delete(listener);
}

/** Pauses the live view, or resumes it with a fresh snapshot. */
export function pauseUpdates(pause: boolean): void {
  if (pause === paused) return;
  paused = pause;
  if (!pause && users > 0) {
    connection.stop();
    connection.start();
  }
}

export const connectionPhase = (): Phase => phase;
export const onConnectionPhase = phases.on;
export const lastFrameTime = (): number => lastFrameAt;

/** For development only: a frame of the wrong shape is an error of the server and is reported. */
function readCheckedFrame(data: unknown): ServerFrame | null {
  const frame = readFrame(data);
  // Lazy-loaded, because the schemas are large and production does not need them.
  if (frame) void import('./check-frame.ts').then(({ checkFrame }) => checkFrame(frame));
  return frame;
}

/** Adapts a browser's WebSocket to the interface that `connection.ts` uses. */
function openWebSocket(url: string, events: SocketEvents): Socket {
  const socket = new WebSocket(url);
  socket.addEventListener('open', () => events.opened());
  socket.addEventListener('message', (event: MessageEvent<unknown>) => events.message(event.data));
  socket.addEventListener('close', (event) => events.closed(event.code));
  return {
    send(text) {
      if (socket.readyState === WebSocket.OPEN) socket.send(text);
    },
    close: () => socket.close(),
  };
}
