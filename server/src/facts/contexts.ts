import { type FenceIndex, indexFences } from '@milepost/tracking/fence-index';
import type { TrackingContext } from '@milepost/tracking/settings';
import type { Queryable } from '../store/database.ts';
import type { Installation } from '../store/fleet/installations.ts';
import { type HoldsFor, readTrackingRules, type TrackingRules } from '../store/facts/tracking-rules.ts';
import { asksForRoadLimits } from './note-road-limits.ts';
import { readTrackingSensors, type TrackingSensors } from '../store/facts/tracking-sensors.ts';

/** What tracking needs of an organisation, prepared for its vehicles. */
export interface OrganisationContext extends Omit<TrackingRules, 'places'>, TrackingSensors {
  index: FenceIndex;
  /** Null where it has none. */
  places: FenceIndex | null;
  /** Fences for some vehicles only. */
  limited: TrackingRules['fences'];
  severities: ReadonlyMap<number, string>;
  /** Rules about the limits of roads. */
  roadRules: TrackingRules['rules'];
  /** The shortest silence of any rule, in milliseconds; infinite when there is none. */
  silenceMs: number;
}

/** Contexts of organisations, each read once, and again after a change. */
export interface Contexts {
  /** Reads the contexts that are not loaded yet. */
  load(organisationIds: Iterable<number>): Promise<void>;
  /** A loaded context. */
  current(organisationId: number): OrganisationContext;
  /** Reads one again, if it is loaded. */
  refresh(organisationId: number): Promise<void>;
}

export function createContexts(database: Queryable): Contexts {
  const known = new Map<number, OrganisationContext>();
  return {
    load: async (organisationIds) => {
      for (const id of new Set(organisationIds)) {
        if (!known.has(id)) known.set(id, await readContext(database, id));
      }
    },
    current: (organisationId) => {
      const found = known.get(organisationId);
      if (!found) throw new Error(`the rules of organisation ${organisationId} were not loaded`);
      return found;
    },
    refresh: async (organisationId) => {
      if (known.has(organisationId)) known.set(organisationId, await readContext(database, organisationId));
    },
  };
}

async function readContext(database: Queryable, organisationId: number): Promise<OrganisationContext> {
  const all = await readTrackingRules(database, organisationId);
  const ofVehicles = await readTrackingSensors(database, organisationId);
  const silences = all.rules.map(({ condition }) => (condition.kind === 'noData' ? condition.afterS * 1000 : Infinity));
  return {
    ...all,
    ...ofVehicles,
    index: indexFences(all.fences),
    places: all.places.length > 0 ? indexFences(all.places) : null,
    limited: all.fences.filter(({ vehicleIds, groupIds }) => vehicleIds.length + groupIds.length > 0),
    severities: new Map(all.rules.map(({ id, severity }) => [id, severity])),
    roadRules: all.rules.filter((rule) => asksForRoadLimits([rule])),
    silenceMs: Math.min(...silences),
  };
}

/** Alarms that people cleared. */
export type ClearedByHand = TrackingContext['clearedByHand'];

/** The context of one vehicle: the fences and rules that apply to it. */
export function contextFor(
  organisation: OrganisationContext,
  installation: Installation,
  clearedByHand: ClearedByHand,
): TrackingContext {
  const { settings, timeZone, index, places, limited, rules } = organisation;
  const sensors = organisation.sensors.get(installation.vehicleId);
  const excluded = limited.filter((fence) => !holdsFor(fence, installation)).map(({ id }) => id);
  return {
    settings,
    timeZone,
    fences: index,
    ...(places && { places }),
    ...(excluded.length > 0 && { excludedFences: new Set(excluded) }),
    ...(sensors && { sensors, tankL: organisation.tanks.get(installation.vehicleId) ?? null }),
    ignitionSource: installation.ignitionSource,
    speedFactor: installation.speedFactor,
    ...(installation.inWorkshop.length > 0 && { inWorkshop: installation.inWorkshop }),
    rules: rules.filter((rule) => isForVehicle(rule, installation)),
    clearedByHand,
  };
}

/** Whether a rule of its organisation is for a vehicle. */
export function isForVehicle(rule: TrackingRules['rules'][number], installation: Installation): boolean {
  const { allVehicles, vehicleTypes } = rule;
  return allVehicles || vehicleTypes.includes(installation.vehicleType) || holdsFor(rule, installation);
}

function holdsFor({ vehicleIds, groupIds }: HoldsFor, { vehicleId, groupId }: Installation): boolean {
  return vehicleIds.includes(vehicleId) || (groupId !== null && groupIds.includes(groupId));
}
