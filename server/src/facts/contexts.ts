import { setTimeout as delay } from 'node:timers/promises';
import { indexing } from '@milepost/tracking/build-fence-index';
import type { FenceIndex } from '@milepost/tracking/fence-index';
import type { TrackingContext } from '@milepost/tracking/settings';
import { silenceMsOf } from '@milepost/tracking/silence';
import { inSlices, runSteps } from '../loop/slices.ts';
import type { Queryable } from '../store/database.ts';
import type { Installation } from '../store/fleet/installations.ts';
import { type HoldsFor, readTrackingRules, type TrackingRules } from '../store/facts/tracking-rules.ts';
import { needsRoadLimits } from './note-road-limits.ts';
import { readTrackingSensors, type TrackingSensors } from '../store/facts/tracking-sensors.ts';

/** The settings of an organisation that tracking uses, prepared for its vehicles. */
export interface OrganisationContext extends Omit<TrackingRules, 'places'>, TrackingSensors {
  index: FenceIndex;
  /** Null when the organisation has none. */
  places: FenceIndex | null;
  /** Geofences that apply to some vehicles only, with those vehicles and groups. */
  limited: ReadonlyMap<number, { vehicles: ReadonlySet<number>; groups: ReadonlySet<number> }>;
  severities: ReadonlyMap<number, string>;
  /** Rules about the speed limits of roads. */
  roadRules: TrackingRules['rules'];
  /** The shortest silence of any rule, in milliseconds; infinite when there is none. */
  silenceMs: number;
}

/** The contexts of organisations, each read once, and again after a change. */
export interface Contexts {
  /** Loads the contexts that are not loaded yet. Waits at most `waitMs`; loading continues afterwards. */
  load(organisationIds: Iterable<number>, waitMs?: number): Promise<void>;
  /** True when it is loaded. */
  has(organisationId: number): boolean;
  /** A loaded context. */
  current(organisationId: number): OrganisationContext;
  /** Reads a context again if it is loaded. */
  refresh(organisationId: number): Promise<void>;
}

export function createContexts(database: Queryable): Contexts {
  const known = new Map<number, OrganisationContext>();
  const loading = new Map<number, Promise<void>>();
  const read = async (id: number) => {
    known.set(id, await readContext(database, id, known.get(id)));
  };
  const loadOne = (id: number): Promise<void> => {
    const under = loading.get(id) ?? read(id).finally(() => loading.delete(id));
    loading.set(id, under);
    return under;
  };
  return {
    load: async (organisationIds, waitMs) => {
      const missing = [...new Set(organisationIds)].filter((id) => !known.has(id));
      if (missing.length === 0) return;
      const all = Promise.all(missing.map(loadOne));
      if (waitMs === undefined) {
        await all;
        return;
      }
      const waited = new AbortController();
      try {
        await Promise.race([all, delay(waitMs, undefined, { signal: waited.signal })]);
      } finally {
        waited.abort();
        // The next caller retries.
        all.catch(() => undefined);
      }
    },
    has: (organisationId) => known.has(organisationId),
    current: (organisationId) => {
      const found = known.get(organisationId);
      if (!found) throw new Error(`the rules of organisation ${organisationId} were not loaded`);
      return found;
    },
    refresh: async (organisationId) => {
      // A load in progress may have read the state before the change.
      await loading.get(organisationId);
      if (known.has(organisationId)) await read(organisationId);
    },
  };
}

async function readContext(
  database: Queryable,
  organisationId: number,
  before?: OrganisationContext,
): Promise<OrganisationContext> {
  const slices = inSlices('read-geofences', organisationId);
  const all = await readTrackingRules(database, organisationId, before?.shapes);
  const ofVehicles = await readTrackingSensors(database, organisationId);
  const silences = all.rules.map((rule) => silenceMsOf(rule));
  await slices.next();
  return {
    ...all,
    ...ofVehicles,
    index: await runSteps(indexing(all.fences, before?.index), slices),
    places: all.places.length > 0 ? await runSteps(indexing(all.places), slices) : null,
    limited: limitedOf(all.fences),
    severities: new Map(all.rules.map(({ id, severity }) => [id, severity])),
    roadRules: all.rules.filter((rule) => needsRoadLimits([rule])),
    silenceMs: Math.min(...silences),
  };
}

/** The vehicles and groups of the geofences that do not apply to all vehicles. */
function limitedOf(fences: TrackingRules['fences']): OrganisationContext['limited'] {
  const some = fences.filter(({ vehicleIds, groupIds }) => vehicleIds.length + groupIds.length > 0);
  return new Map(
    some.map(({ id, vehicleIds, groupIds }) => [id, { vehicles: new Set(vehicleIds), groups: new Set(groupIds) }]),
  );
}

/** Alarms that people cleared. */
export type ClearedByHand = TrackingContext['clearedByHand'];

/** The context of one vehicle: the geofences and rules that apply to it. */
export function contextFor(
  organisation: OrganisationContext,
  installation: Installation,
  clearedByHand: ClearedByHand,
): TrackingContext {
  const { settings, timeZone, index, places, limited, rules } = organisation;
  const sensors = organisation.sensors.get(installation.vehicleId);
  return {
    settings,
    timeZone,
    fences: index,
    ...(places && { places }),
    ...(limited.size > 0 && { excludedFences: excludedFrom(limited, installation) }),
    ...(sensors && { sensors, tankL: organisation.tanks.get(installation.vehicleId) ?? null }),
    ignitionSource: installation.ignitionSource,
    speedFactor: installation.speedFactor,
    ...(installation.inWorkshop.length > 0 && { inWorkshop: installation.inWorkshop }),
    rules: rules.filter((rule) => isForVehicle(rule, installation)),
    clearedByHand,
  };
}

/** A function per geofence, because a list for each vehicle would be vehicles times geofences long. */
function excludedFrom(limited: OrganisationContext['limited'], { vehicleId, groupId }: Installation) {
  return {
    has: (fenceId: number) => {
      const fence = limited.get(fenceId);
      if (!fence) return false;
      return !fence.vehicles.has(vehicleId) && (groupId === null || !fence.groups.has(groupId));
    },
  };
}

/** True when a rule of its organisation applies to a vehicle. */
export function isForVehicle(rule: TrackingRules['rules'][number], installation: Installation): boolean {
  const { allVehicles, vehicleTypes } = rule;
  return allVehicles || vehicleTypes.includes(installation.vehicleType) || holdsFor(rule, installation);
}

function holdsFor({ vehicleIds, groupIds }: HoldsFor, { vehicleId, groupId }: Installation): boolean {
  return vehicleIds.includes(vehicleId) || (groupId !== null && groupIds.includes(groupId));
}
