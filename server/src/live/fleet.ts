import type { LiveState } from '@milepost/contract/live';
import { VEHICLE_STATUSES } from '@milepost/contract/live-constants';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Bus } from '../bus/bus.ts';
import type { ShownState } from '../bus/shown-state.ts';
import type { Database } from '../store/database.ts';
import { loadDeviceStates } from '../store/devices/device-states.ts';
import { type FleetVehicle, loadLiveVehicles } from '../store/fleet/live-vehicles.ts';
import type { FleetSight } from './sight.ts';
import { createOpenStops } from './open-stops.ts';
import { liveState } from './vehicle-status.ts';

/** One vehicle of the live fleet with the newest state of its device. */
export interface FleetEntry extends FleetVehicle {
  state: ShownState | null;
  /** The state sent to browsers; replaced whenever the state or the status changes. */
  live: LiveState;
}

export interface FleetListener {
  /** Called when a vehicle has a newer state; `statusChanged` when its status differs from before. */
  moved(entry: FleetEntry, statusChanged: boolean): void;
  changed(entries: FleetEntry[]): void;
  removed(entries: FleetEntry[]): void;
}

/** All vehicles with their newest state, in memory and updated from the bus; the database stays authoritative. */
export interface Fleet {
  entries(sight: FleetSight): FleetEntry[];
  get(vehicleId: number): FleetEntry | undefined;
  listen(listener: FleetListener): void;
  stop(): void;
}

/** A vehicle becomes inactive and expires by time passing, not by a message, so ages are checked this often. */
const AGE_EVERY_MS = 5000;
/** Changes in quick succession, as in an import, cause one reload. */
const RELOAD_AFTER_MS = 30;

export async function createFleet(database: Database, bus: Bus, logger: Logger): Promise<Fleet> {
  const byVehicle = new Map<number, FleetEntry>();
  const byDevice = new Map<number, FleetEntry>();
  const listeners: FleetListener[] = [];
  const notifyListeners = (what: (listener: FleetListener) => void) => {
    for (const listener of listeners) what(listener);
  };

  const states = new Map<number, ShownState>();
  /** A state of the database may be older than one that was announced while it was read. */
  const takeStored = async () => {
    for (const state of await loadDeviceStates(database)) {
      const held = states.get(state.deviceId);
      if (held && held.heardAt > state.heardAt) continue;
      take(state);
    }
  };
  const take = (state: ShownState) => {
    states.set(state.deviceId, state);
    const entry = byDevice.get(state.deviceId);
    if (!entry) return;
    entry.state = state;
    const statusChanged = refresh(entry, Date.now());
    notifyListeners((listener) => listener.moved(entry, statusChanged));
  };
  const stopStored = bus.subscribe('stored', ({ states: stored }) => {
    for (const state of stored) take(state);
  });
  await takeStored();
  const stops = await createOpenStops(database, logger, (vehicleIds) => {
    const now = Date.now();
    for (const id of vehicleIds) {
      const entry = byVehicle.get(id);
      if (!entry) continue;
      refresh(entry, now);
      // Sent immediately, so that all displays of the standing time agree.
      notifyListeners((listener) => listener.moved(entry, true));
    }
  });
  const put = (vehicle: FleetVehicle): FleetEntry => {
    const state = vehicle.deviceId === null ? null : (states.get(vehicle.deviceId) ?? null);
    const { id } = vehicle.vehicle;
    const entry = { ...vehicle, state, live: liveState(id, state, Date.now(), vehicle.gaps, stops.of(id)) };
    byVehicle.set(vehicle.vehicle.id, entry);
    if (vehicle.deviceId !== null) byDevice.set(vehicle.deviceId, entry);
    return entry;
  };
  for (const vehicle of await loadLiveVehicles(database, null)) put(vehicle);

  const refresh = (entry: FleetEntry, now: number) => {
    const former = entry.live[1];
    const { id } = entry.vehicle;
    entry.live = liveState(id, entry.state, now, entry.gaps, stops.of(id));
    const status = VEHICLE_STATUSES[entry.live[1]];
    if (status === 'stopped') stops.stands(id, now);
    else if (status === 'running') stops.moves(id);
    return entry.live[1] !== former;
  };

  const reload = async (organisationId: number) => {
    const fresh = await loadLiveVehicles(database, organisationId);
    const presentIds = new Set(fresh.map((one) => one.vehicle.id));
    const gone = [...byVehicle.values()].filter(
      (entry) => entry.organisationId === organisationId && !presentIds.has(entry.vehicle.id),
    );
    for (const entry of gone) {
      byVehicle.delete(entry.vehicle.id);
      if (entry.deviceId !== null && byDevice.get(entry.deviceId) === entry) byDevice.delete(entry.deviceId);
    }
    const changed: FleetEntry[] = [];
    for (const one of fresh) {
      const former = byVehicle.get(one.vehicle.id);
      if (former && former.deviceId === one.deviceId && sameVehicle(former, one)) continue;
      if (former && former.deviceId !== null && byDevice.get(former.deviceId) === former)
        byDevice.delete(former.deviceId);
      changed.push(put(one));
      stops.changed(one.vehicle.id);
    }
    if (gone.length > 0) notifyListeners((listener) => listener.removed(gone));
    if (changed.length > 0) notifyListeners((listener) => listener.changed(changed));
  };

  const due = new Set<number>();
  let reloading = false;
  const stopChanged = bus.subscribe('fleet-changed', ({ organisationId }) => {
    due.add(organisationId);
    if (reloading) return;
    reloading = true;
    void reloadDue();
  });
  const reloadDue = async () => {
    while (due.size > 0) {
      await delay(RELOAD_AFTER_MS);
      const ids = [...due];
      due.clear();
      for (const id of ids) {
        await reload(id).catch((error: unknown) => {
          logger.warn({ error }, 'The fleet could not be reloaded; retrying');
          due.add(id);
        });
      }
      if (due.size > 0) await delay(1000);
    }
    reloading = false;
  };

  const stopLost = bus.subscribe('events-lost', () => {
    stops.allChanged();
    takeStored().catch((error: unknown) => logger.warn({ error }, 'The newest states could not be read again'));
  });
  const stopRecomputed = bus.subscribe('facts-recomputed', ({ vehicleId }) => {
    if (byVehicle.has(vehicleId)) stops.changed(vehicleId);
  });

  const ageing = setInterval(() => {
    const now = Date.now();
    for (const entry of byVehicle.values()) {
      if ((entry.state || entry.gaps.length > 0) && refresh(entry, now))
        notifyListeners((listener) => listener.moved(entry, true));
    }
  }, AGE_EVERY_MS);

  return {
    entries: (sight) => [...byVehicle.values()].filter(sight),
    get: (vehicleId) => byVehicle.get(vehicleId),
    listen: (listener) => listeners.push(listener),
    stop: () => {
      stopStored();
      stopChanged();
      stopLost();
      stopRecomputed();
      stops.stop();
      clearInterval(ageing);
    },
  };
}

function sameVehicle(one: FleetVehicle, other: FleetVehicle): boolean {
  return JSON.stringify([one.vehicle, one.gaps]) === JSON.stringify([other.vehicle, other.gaps]);
}
