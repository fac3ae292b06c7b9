import { ClientFrame, type ServerFrame } from '@milepost/contract/live';
import type { DeviceContact, DeviceContactFilter } from '@milepost/contract/device-operations';
import { STATE_FLAG } from '@milepost/contract/live-constants';
import { may } from '../auth/caller.ts';
import type { PlaceAt, Places } from '../places/places.ts';
import type { Caller } from '../store/people/callers.ts';
import { type AlarmWant, AlarmWatch } from './alarm-watch.ts';
import type { CriticalAlarms } from './critical-alarms.ts';
import type { Fleet, FleetEntry } from './fleet.ts';
import type { LiveSocket } from './live-socket.ts';
import type { WorkBudget } from './work-budget.ts';
import { fleetSightOf, type FleetSight, type Sight, sightOf } from './sight.ts';

export interface ConnectionServices {
  fleet: Fleet;
  critical: Pick<CriticalAlarms, 'get' | 'vehicleIds'>;
  places: Pick<Places, 'for'>;
  /** Shared by all live channels. */
  budget: WorkBudget;
}

/** States go out at most this often. */
const STATES_EVERY_MS = 500;
/** Interval for calling `flush`: a browser that received nothing recently gets changes almost immediately. */
export const FLUSH_EVERY_MS = 100;
/** Vehicles that are neither in view nor watched are updated this often. */
const FAR_EVERY_MS = 10_000;
/** Recomputed vehicles are announced together, since whole fleets are recomputed one by one. */
const RECOMPUTED_EVERY_MS = 1000;
const BEAT_AFTER_MS = 5000;
/** Beyond this a browser lags behind: it receives nothing until it reads, then only the newest states. */
const MAX_UNREAD_BYTES = 512 * 1024;
/** A browser that has read nothing for this long is disconnected. */
const STALLED_AFTER_MS = 60_000;
const MAX_VIEWS_PER_SECOND = 20;
/** Vehicles per frame about critical alarms. */
const PER_CRITICAL = 500;
/** Vehicles per frame of the snapshot. */
const PER_SNAPSHOT = 2000;
const EVERYTHING: DeviceContactFilter = { identity: null, protocol: null, address: null };

type Bounds = readonly [number, number, number, number];

/**
 * One browser's view of the live fleet. It stores which vehicles changed, not their states: a slow socket receives the
 * newest states when it reads again, and memory is bounded by the number of vehicles.
 */
export class LiveConnection {
  readonly caller: Caller;
  readonly userId: number;
  /** Equal for browsers that receive the same alarm frames: those with one scope, language and units. */
  readonly view: string;
  /** Addresses of alarms: a board of thousands must not delay the look-ups for what people are looking at. */
  readonly placeAt: PlaceAt;
  readonly #standingAt: PlaceAt;
  /** The address of a moving vehicle is never looked up, because it would be outdated before it arrived. */
  readonly #movingAt: PlaceAt;
  readonly #socket: LiveSocket;
  readonly #services: ConnectionServices;
  readonly #sight: Sight;
  readonly #fleetSight: FleetSight;
  readonly #seesMap: boolean;
  #bounds: Bounds | null = null;
  #watch = new Set<number>();
  #contactFilter: DeviceContactFilter | null = null;
  readonly alarms: AlarmWatch;
  /** Snapshot vehicles still to be sent: each frame waits until the browser has read the previous one. */
  readonly #unsent = new Set<number>();
  /** True when the browser has read a frame of the snapshot and more remains to be sent. */
  #snapshotWaits = false;
  /** Vehicles that are new, or whose name, group or other data changed. */
  readonly #edited = new Set<number>();
  readonly #near = new Set<number>();
  readonly #far = new Set<number>();
  /** Vehicles whose critical alarms are to be sent; null when the person sees no alarms. */
  readonly #critical: Set<number> | null;
  #criticalBegun = false;
  readonly #recomputed = new Set<number>();
  #recomputedAt = 0;
  /** Runs that changed; null while the browser shows no runs. */
  #runs: Set<number> | null = null;
  readonly #places = new Map<number, string | null>();
  #sentAt = 0;
  #statesAt = 0;
  #farAt = 0;
  #readAt = Date.now();
  #views = 0;
  #viewsSince = 0;

  constructor(socket: LiveSocket, caller: Caller, services: ConnectionServices) {
    this.#socket = socket;
    this.caller = caller;
    this.userId = caller.userId;
    const { organisationIds, limit } = caller.scope;
    this.view = JSON.stringify([caller.language, caller.units, organisationIds, limit]);
    this.placeAt = services.places.for(caller, 'report');
    this.#standingAt = services.places.for(caller);
    this.#movingAt = services.places.for(caller, 'never');
    this.#services = services;
    this.#sight = sightOf(caller.scope);
    this.#fleetSight = fleetSightOf(caller.scope);
    this.#seesMap = may(caller, 'live-map', 'view');
    this.alarms = new AlarmWatch(caller.scope, mayWatchAlarms(caller));
    this.#critical = this.#seesMap && mayWatchAlarms(caller) ? new Set(services.critical.vehicleIds()) : null;
    this.#sendSnapshot();
  }

  /** Handles a message of the browser; false when it is not a valid frame. */
  receive(text: string): boolean {
    const parsed = ClientFrame.safeParse(parseJson(text));
    if (!parsed.success) return false;
    const frame = parsed.data;
    if (frame.t === 'knocks') {
      // An unknown device has no vehicle, so a limit to vehicles never includes it.
      const wanted = frame.on && this.caller.scope.limit === null && may(this.caller, 'connect-device', 'view');
      this.#contactFilter = wanted ? (frame.filter ?? EVERYTHING) : null;
      return true;
    }
    if (frame.t === 'alarms') {
      this.alarms.want(frame.want satisfies AlarmWant);
      return true;
    }
    if (frame.t === 'runs') {
      this.#runs = frame.on && mayWatchRuns(this.caller) ? (this.#runs ?? new Set()) : null;
      return true;
    }
    const now = Date.now();
    if (Math.abs(now - this.#viewsSince) > 1000) {
      this.#viewsSince = now;
      this.#views = 0;
    }
    if (++this.#views > MAX_VIEWS_PER_SECOND) return true;
    this.#bounds = frame.bounds;
    this.#watch = new Set(frame.watch);
    // A vehicle that came into view may have moved since it was last sent.
    for (const id of this.#far) if (this.#isNear(this.#services.fleet.get(id))) this.#near.add(id);
    for (const id of this.#watch) this.#near.add(id);
    for (const id of this.#places.keys()) if (!this.#watch.has(id)) this.#places.delete(id);
    return true;
  }

  moved(entry: FleetEntry, statusChanged: boolean): void {
    if (!this.#sees(entry) || this.#unsent.has(entry.vehicle.id)) return;
    if (statusChanged || this.#isNear(entry)) this.#near.add(entry.vehicle.id);
    else this.#far.add(entry.vehicle.id);
  }

  changed(entries: FleetEntry[]): void {
    const seen = entries.filter((entry) => this.#sees(entry));
    if (seen.length === 0) return;
    for (const { vehicle } of seen) {
      this.#edited.add(vehicle.id);
      this.#near.add(vehicle.id);
      // The person may not have been able to see the vehicle before.
      this.#critical?.add(vehicle.id);
    }
    this.#statesAt = 0;
    if (!this.#services.budget.isSpent(this.userId)) this.flush(Date.now());
  }

  removed(entries: FleetEntry[]): void {
    const seen = entries.filter((entry) => this.#sees(entry)).map((entry) => entry.vehicle.id);
    if (seen.length === 0) return;
    for (const id of seen) {
      this.#unsent.delete(id);
      this.#edited.delete(id);
      this.#near.delete(id);
      this.#far.delete(id);
    }
    this.#send({ t: 'vehicles', at: Date.now(), changed: [], removed: seen });
  }

  /** Called when the critical alarms of these vehicles changed. */
  alarmed(vehicleIds: readonly number[]): void {
    for (const id of vehicleIds) this.#critical?.add(id);
  }

  /** The filter of the device contacts that this browser shows; null for none. */
  get contactFilter(): DeviceContactFilter | null {
    return this.#contactFilter;
  }

  /** Sends device contacts, which the caller must be allowed to see. */
  sendContacts(contacts: readonly DeviceContact[]): void {
    if (!this.#contactFilter || this.#stalled()) return;
    for (const contact of contacts) this.#send({ t: 'knock', at: Date.now(), knock: contact });
  }

  /** Sends the number of unread notifications. */
  notified(unread: number): void {
    this.#send({ t: 'notification', at: Date.now(), unread });
  }

  /** Called when addresses were found where only a town was displayed: in lists, and for watched vehicles. */
  addressed(): void {
    this.#send({ t: 'addresses', at: Date.now() });
    for (const id of this.#watch) this.#near.add(id);
  }

  /** Called when the past of a vehicle was recomputed, so figures on the screen may be outdated. */
  recomputed(vehicleId: number, organisationId: number): void {
    if (this.#sight(organisationId, vehicleId)) this.#recomputed.add(vehicleId);
  }

  /** Called when the facts of a run changed. A limited person is notified of runs of their own vehicles. */
  ran(runId: number, organisationId: number, vehicleId: number | null): void {
    const { limit, organisationIds } = this.caller.scope;
    const seen = vehicleId === null ? limit === null && organisationIds.includes(organisationId) : null;
    if (seen ?? this.#sight(organisationId, vehicleId ?? 0)) this.#runs?.add(runId);
  }

  /**
   * Sends changes unless the browser lags behind, charged to the budget of the person. False when the browser has
   * lagged for too long.
   */
  flush(now: number): boolean {
    return this.#services.budget.run(this.userId, () => this.#sendDue(now));
  }

  #sendDue(now: number): boolean {
    if (this.#stalled()) return now - this.#readAt < STALLED_AFTER_MS;
    this.#readAt = now;
    if (this.#snapshotWaits) {
      this.#snapshotWaits = false;
      this.#sendPart(false);
    }
    if (this.#edited.size > 0) {
      const entries = [...this.#edited]
        .flatMap((id) => this.#services.fleet.get(id) ?? [])
        .filter((e) => this.#sees(e));
      this.#edited.clear();
      const changed = entries.map((entry) => entry.vehicle);
      if (changed.length > 0) this.#send({ t: 'vehicles', at: now, changed, removed: [] });
    }
    if (this.#critical && (this.#critical.size > 0 || !this.#criticalBegun)) this.#sendCritical(this.#critical, now);
    if (now - this.#farAt >= FAR_EVERY_MS) {
      this.#farAt = now;
      for (const id of this.#far) this.#near.add(id);
      this.#far.clear();
    }
    if (this.#near.size > 0 && Math.abs(now - this.#statesAt) >= STATES_EVERY_MS) {
      this.#statesAt = now;
      const entries = [...this.#near].flatMap((id) => this.#services.fleet.get(id) ?? []).filter((e) => this.#sees(e));
      for (const id of this.#near) this.#far.delete(id);
      this.#near.clear();
      if (entries.length > 0) this.#send({ t: 'states', at: now, states: entries.map((entry) => entry.live) });
      this.#sendPlaces(entries, now);
    }
    if (this.#recomputed.size > 0 && Math.abs(now - this.#recomputedAt) >= RECOMPUTED_EVERY_MS) {
      this.#recomputedAt = now;
      this.#send({ t: 'facts', at: now, vehicles: [...this.#recomputed] });
      this.#recomputed.clear();
    }
    if (this.#runs && this.#runs.size > 0) {
      this.#send({ t: 'runs', at: now, runs: [...this.#runs] });
      this.#runs.clear();
    }
    if (now - this.#sentAt >= BEAT_AFTER_MS) this.#send({ t: 'beat', at: now });
    return true;
  }

  #sendCritical(due: Set<number>, now: number): void {
    const ids = [...due].slice(0, PER_CRITICAL);
    for (const id of ids) due.delete(id);
    const seen = ids.flatMap((id) => this.#services.fleet.get(id) ?? []).filter((entry) => this.#sees(entry));
    const alarms = seen.flatMap(({ vehicle }) => this.#services.critical.get(vehicle.id) ?? []);
    const alarmed = new Set(alarms.map(({ vehicleId }) => vehicleId));
    const gone = seen.flatMap(({ vehicle }) => (alarmed.has(vehicle.id) ? [] : [vehicle.id]));
    const begin = !this.#criticalBegun;
    this.#criticalBegun = true;
    if (begin || seen.length > 0) this.#send({ t: 'critical', at: now, begin, alarms, gone: begin ? [] : gone });
  }

  #sendSnapshot(): void {
    const entries = this.#seesMap ? this.#services.fleet.entries(this.#fleetSight) : [];
    for (const { vehicle } of entries) this.#unsent.add(vehicle.id);
    this.#sendNextPart(true);
  }

  /** Sends the next frame of the snapshot; the one after it follows once the browser has read this one. */
  #sendNextPart(begin: boolean): void {
    this.#services.budget.run(this.userId, () => this.#sendPart(begin));
  }

  #sendPart(begin: boolean): void {
    const ids = [...this.#unsent].slice(0, PER_SNAPSHOT);
    for (const id of ids) this.#unsent.delete(id);
    const entries = ids.flatMap((id) => this.#services.fleet.get(id) ?? []).filter((entry) => this.#sees(entry));
    const vehicles = entries.map((entry) => entry.vehicle);
    const states = entries.map((entry) => entry.live);
    const complete = this.#unsent.size === 0;
    this.#send({ t: 'snapshot', at: Date.now(), begin, complete, vehicles, states }, () => {
      if (complete) return;
      if (this.#services.budget.isSpent(this.userId)) this.#snapshotWaits = true;
      else this.#sendNextPart(false);
    });
  }

  #sendPlaces(entries: FleetEntry[], now: number): void {
    const places: [number, string | null][] = [];
    for (const { vehicle, live } of entries) {
      const [, , , lat, lon, speedKph, , , , flags] = live;
      if (!this.#watch.has(vehicle.id) || lat === null || lon === null) continue;
      const placeAt = speedKph > 0 ? this.#movingAt : this.#standingAt;
      const place = flags & STATE_FLAG.private ? (placeAt.private ?? null) : placeAt(lat, lon);
      if (this.#places.get(vehicle.id) === place) continue;
      this.#places.set(vehicle.id, place);
      places.push([vehicle.id, place]);
    }
    if (places.length > 0) this.#send({ t: 'places', at: now, places });
  }

  #sees(entry: FleetEntry): boolean {
    return this.#seesMap && this.#fleetSight(entry);
  }

  #isNear(entry: FleetEntry | undefined): boolean {
    if (!entry) return false;
    if (this.#watch.has(entry.vehicle.id)) return true;
    const [, , , lat, lon] = entry.live;
    if (!this.#bounds || lat === null || lon === null) return false;
    const [west, south, east, north] = this.#bounds;
    const inside = west <= east ? lon >= west && lon <= east : lon >= west || lon <= east;
    return inside && lat >= south && lat <= north;
  }

  /** True when more may be sent; false while the browser lags behind. */
  get reads(): boolean {
    return !this.#stalled() && this.#socket.readyState === this.#socket.OPEN;
  }

  /** @param frame as JSON, serialised once for all browsers of a view */
  sendAlarms(frame: string): void {
    this.#sendText(frame);
  }

  #stalled(): boolean {
    return this.#socket.bufferedAmount > MAX_UNREAD_BYTES;
  }

  /** @param taken called when the frame has left this process, which requires a browser that reads */
  #send(frame: ServerFrame, taken?: () => void): void {
    if (this.#socket.readyState === this.#socket.OPEN) this.#sendText(JSON.stringify(frame), taken);
  }

  #sendText(frame: string, taken?: () => void): void {
    this.#sentAt = Date.now();
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    this.#socket.send(frame, (error) => {
      if (!error) taken?.();
    });
  }
}

/** Either the alarm list or the wall board shows alarms. */
export const mayWatchAlarms = (caller: Caller) => may(caller, 'alarms', 'view') || may(caller, 'alarm-monitor', 'view');

/** The distribution dashboard and the page of a run follow what happens. */
export const mayWatchRuns = (caller: Caller) => may(caller, 'distribution', 'view') || may(caller, 'routes', 'view');

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
