import type { CriticalAlarm, LiveVehicle, ServerFrame } from '@milepost/contract/live';
import { applyState } from './apply-state.ts';
import { createFleetTable, MARK, removeFrom, slotFor, type FleetTable } from './fleet-table.ts';
import { outOfServiceAt } from './out-of-service.ts';
import { createSignal, createThrottledSignal } from './signal.ts';
import { createServerClock, type ServerClock } from './server-clock.ts';

/**
 * The browser's copy of the fleet, outside React: numeric columns that the map reads every frame, and signals for the
 * few panels that show single vehicles. Components read it through `use-live.ts`.
 */
export interface LiveStore {
  table: FleetTable;
  /** The data that rarely changes, by vehicle id. */
  vehicles: Map<number, LiveVehicle>;
  /** The addresses of watched vehicles. */
  places: Map<number, string>;
  /** Unacknowledged critical alarms, by vehicle id; empty for people who may not see alarms. */
  critical: Map<number, CriticalAlarm>;
  clock: ServerClock;
  /** False until the first snapshot begins. */
  loaded: boolean;
  /** Increased when vehicles are added, removed or renamed. */
  vehiclesRevision: number;
  /** Increased with every frame that changed anything. */
  revision: number;
  /** The newest receipt of a message by the server's clock, epoch milliseconds; 0 if no vehicle ever reported. */
  lastReceiptAt: number;
  /** Milliseconds from the server's receipt of a message to the frame that brought it; NaN until known. */
  delayMs: number;
  apply(frame: ServerFrame): void;
  /** Removes all data, as after a sign-out. */
  clear(): void;
  /** Calls the listener immediately when this vehicle changes. */
  onVehicle(id: number, listener: () => void): () => void;
  /** Calls the listener when any vehicle changed, at most once in `LIST_MS`. */
  onList(listener: () => void): () => void;
  /** Calls the listener with every frame that changed anything. */
  onFrame(listener: () => void): () => void;
}

/** Lists and counts are recomputed at most once in this many milliseconds; the rest of the time is for drawing. */
const LIST_MS = 1000;

/**
 * The interval, in milliseconds, of the check for vehicles that have gone out of service or come back as time passed.
 */
const OUT_MS = 10_000;

/** @param now a monotonic clock in milliseconds, the one of animation frames */
export function createLiveStore(now: () => number = () => performance.now()): LiveStore {
  const vehicleSignals = new Map<number, ReturnType<typeof createSignal>>();
  const list = createThrottledSignal(LIST_MS);
  const frames = createSignal();

  const touch = (id: number) => {
    const slot = store.table.slotOf.get(id);
    if (slot !== undefined) store.table.revision[slot] = store.revision;
    vehicleSignals.get(id)?.emit();
  };

  /** Writes the marks of a vehicle into the table. Returns false if they did not change. */
  const mark = (id: number): boolean => {
    const slot = store.table.slotOf.get(id);
    if (slot === undefined) return false;
    const vehicle = store.vehicles.get(id);
    const isOut = vehicle !== undefined && outOfServiceAt(vehicle, store.clock.now()) !== null;
    const marks = (store.critical.has(id) ? MARK.criticalAlarm : 0) | (isOut ? MARK.outOfService : 0);
    if (store.table.marks[slot] === marks) return false;
    store.table.marks[slot] = marks;
    return true;
  };

  let outCheckedAt = Number.NaN;
  const checkOut = (at: number): boolean => {
    if (Math.abs(at - outCheckedAt) < OUT_MS) return false;
    outCheckedAt = at;
    const changed = [...store.vehicles.values()].filter(({ id, out }) => out.length > 0 && mark(id));
    if (changed.length === 0) return false;
    store.revision++;
    for (const { id } of changed) touch(id);
    return true;
  };

  const takeCritical = (frame: ServerFrame & { t: 'critical' }) => {
    const gone = frame.begin ? [...store.critical.keys()] : frame.gone;
    for (const id of gone) store.critical.delete(id);
    for (const alarm of frame.alarms) store.critical.set(alarm.vehicleId, alarm);
    for (const id of new Set([...gone, ...frame.alarms.map(({ vehicleId }) => vehicleId)])) {
      mark(id);
      touch(id);
    }
  };

  const takeStates = (frame: ServerFrame & { t: 'snapshot' | 'states' }) => {
    const steady = now();
    const serverNow = store.clock.now();
    const known = store.lastReceiptAt;
    for (const state of frame.states) {
      const receivedAt = state[8] ?? 0;
      if (receivedAt > store.lastReceiptAt) store.lastReceiptAt = receivedAt;
      if (applyState(store.table, state, steady, serverNow) && frame.t === 'states') touch(state[0]);
    }
    // A state that was received earlier is only repeated, for example when a parked vehicle comes into view; it gives
    // no measure of the delay.
    const delay = frame.at - store.lastReceiptAt;
    if (frame.t === 'states' && store.lastReceiptAt > known && delay >= 0 && delay < 60_000) {
      store.delayMs = Number.isNaN(store.delayMs) ? delay : store.delayMs * 0.8 + delay * 0.2;
    }
  };

  /** The vehicles from before the snapshot that its pieces have not contained so far. */
  const unreported = new Set<number>();

  const takePiece = (frame: ServerFrame & { t: 'snapshot' }) => {
    if (frame.begin) {
      unreported.clear();
      for (const id of store.vehicles.keys()) unreported.add(id);
      store.lastReceiptAt = 0;
    }
    const stated = new Set(frame.states.map((state) => state[0]));
    for (const vehicle of frame.vehicles) {
      store.vehicles.set(vehicle.id, vehicle);
      unreported.delete(vehicle.id);
      if (!stated.has(vehicle.id)) forget(vehicle.id);
      const slot = slotFor(store.table, vehicle.id);
      // The snapshot replaces the stored state even if it was received earlier (the server's database can be a restored
      // one).
      store.table.heard[slot] = Number.NaN;
      store.table.fixTime[slot] = Number.NaN;
    }
    takeStates(frame);
    const gone = frame.complete ? [...unreported] : [];
    for (const id of gone) {
      store.vehicles.delete(id);
      forget(id);
    }
    if (frame.complete) unreported.clear();
    store.loaded = true;
    store.vehiclesRevision++;
    for (const id of [...frame.vehicles.map((vehicle) => vehicle.id), ...gone]) {
      mark(id);
      touch(id);
    }
  };

  const forget = (id: number) => {
    removeFrom(store.table, id);
    store.places.delete(id);
  };

  const change = (frame: ServerFrame & { t: 'vehicles' }) => {
    for (const vehicle of frame.changed) {
      store.vehicles.set(vehicle.id, vehicle);
      unreported.delete(vehicle.id);
      slotFor(store.table, vehicle.id);
    }
    for (const id of frame.removed) {
      unreported.delete(id);
      store.vehicles.delete(id);
      store.critical.delete(id);
      forget(id);
    }
    store.vehiclesRevision++;
    for (const id of [...frame.changed.map((vehicle) => vehicle.id), ...frame.removed]) {
      mark(id);
      touch(id);
    }
  };

  const store: LiveStore = {
    table: createFleetTable(),
    vehicles: new Map(),
    places: new Map(),
    critical: new Map(),
    clock: createServerClock(),
    loaded: false,
    vehiclesRevision: 0,
    revision: 0,
    lastReceiptAt: 0,
    delayMs: Number.NaN,
    apply(frame) {
      store.clock.receive(frame.at);
      const outChanged = checkOut(frame.at);
      if (isForOthers(frame)) {
        if (!outChanged) return;
        list.emit();
        frames.emit();
        return;
      }
      store.revision++;
      if (frame.t === 'snapshot') takePiece(frame);
      else if (frame.t === 'states') takeStates(frame);
      else if (frame.t === 'vehicles') change(frame);
      else if (frame.t === 'critical') takeCritical(frame);
      else
        for (const [id, place] of frame.places) {
          if (place === null) store.places.delete(id);
          else store.places.set(id, place);
          touch(id);
        }
      list.emit();
      frames.emit();
    },
    clear() {
      const empty = { vehicles: [], states: [] };
      store.critical.clear();
      store.apply({ t: 'snapshot', at: store.clock.now(), begin: true, complete: true, ...empty });
      store.loaded = false;
    },
    onVehicle(id, listener) {
      const signal = vehicleSignals.get(id) ?? createSignal();
      vehicleSignals.set(id, signal);
      const off = signal.on(listener);
      return () => {
        off();
        if (signal.size() === 0) vehicleSignals.delete(id);
      };
    },
    onList: list.on,
    onFrame: frames.on,
  };
  return store;
}

type Others = ServerFrame & { t: 'beat' | 'knock' | 'notification' | 'alarms' | 'facts' | 'runs' | 'addresses' };
const OTHERS: ReadonlySet<ServerFrame['t']> = new Set<Others['t']>([
  'beat',
  'knock',
  'notification',
  'alarms',
  'facts',
  'runs',
  'addresses',
]);
/** Frames that do not concern the store. */
const isForOthers = (frame: ServerFrame): frame is Others => OTHERS.has(frame.t);
