import type { AlarmCondition } from '@milepost/contract/alarm-condition';
import type { WeeklyHours } from '@milepost/contract/weekly-hours';
import type { AlarmRule } from '@milepost/tracking/alarm-rule';
import { ROAD_LIMIT_FROM_KPH } from '@milepost/tracking/rules/speed';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { needsRoadLimits } from '../facts/note-road-limits.ts';
import { contextFor, createContexts, type OrganisationContext } from '../facts/contexts.ts';
import { NO_ROAD_LIMITS, type RoadLimits } from '../places/road-limits.ts';
import type { HolderFields } from '../store/alarm-rules/check-rule.ts';
import { listRuleVehicles, type RuleVehicle } from '../store/alarm-rules/rule-vehicles.ts';
import type { Queryable } from '../store/database.ts';
import { type Installation, listInstallations } from '../store/fleet/installations.ts';
import { type DryAlarm, dryAlarms, type KnownLimits } from './dry-alarms.ts';
import type { DryRunProgress } from './progress.ts';

/** A rule that is not saved (yet). */
export interface DraftRule extends HolderFields {
  condition: AlarmCondition;
  schedule: WeeklyHours | null;
  coolDownS: number;
}

export interface DryRunLimits {
  positions: number;
  milliseconds: number;
}

const DRY_RUN_LIMITS: DryRunLimits = { positions: 2_000_000, milliseconds: 30_000 };

export interface DryRunResult {
  /** In order of time. */
  alarms: (DryAlarm & RuleVehicle)[];
  positions: number;
  vehicles: number;
  looked: number;
  stoppedAt: string | null;
  stoppedBy: 'positions' | 'time' | null;
  /** For a rule about the limits of roads. */
  limits: (KnownLimits & { fromKph: number }) | null;
}

interface DryRunOptions {
  limits?: DryRunLimits;
  /** Omitted when no speed limits are available. */
  roadLimits?: RoadLimits;
  onProgress?: (progress: DryRunProgress) => void;
}

interface Range {
  from: Date;
  to: Date;
}

/** An id that no stored rule has, so that alarms of other rules do not matter. */
const DRAFT_ID = 0;

/**
 * The alarms that a rule would have raised between two moments, from the stored positions of its vehicles: vehicle by
 * vehicle, by registration, in pieces that leave the event loop free, until a limit is reached. A vehicle counts
 * completely or not at all. Changes nothing.
 * @throws the reason of `signal` once it is aborted
 */
export async function dryRun(
  database: Queryable,
  organisationId: number,
  draft: DraftRule,
  range: Range,
  signal: AbortSignal,
  { limits = DRY_RUN_LIMITS, roadLimits = NO_ROAD_LIMITS, onProgress = () => undefined }: DryRunOptions = {},
): Promise<DryRunResult> {
  const until = performance.now() + limits.milliseconds;
  const contexts = createContexts(database);
  const [vehicles, installations] = await Promise.all([
    listRuleVehicles(database, organisationId, draft),
    installationsByVehicle(database, organisationId, range),
    contexts.load([organisationId]),
  ]);
  const organisation = contexts.current(organisationId);
  const rule = { ...draft, id: DRAFT_ID };
  const result: DryRunResult = {
    alarms: [],
    positions: 0,
    vehicles: vehicles.length,
    looked: 0,
    stoppedAt: null,
    stoppedBy: null,
    limits: needsRoadLimits([rule]) ? { fromKph: ROAD_LIMIT_FROM_KPH, fast: 0, known: 0 } : null,
  };
  for (const vehicle of vehicles) {
    onProgress({ looked: result.looked, vehicles: vehicles.length });
    const budget = { positions: limits.positions - result.positions, until };
    const found = await lookAt(installations.get(vehicle.vehicleId) ?? [], budget);
    if (typeof found === 'string') return { ...finished(result), stoppedAt: vehicle.registration, stoppedBy: found };
    result.alarms.push(...found.alarms.map((alarm) => ({ ...alarm, ...vehicle })));
    result.positions += found.positions;
    result.looked += 1;
  }
  return finished(result);

  async function lookAt(of: readonly Installation[], budget: { positions: number; until: number }) {
    const alarms: DryAlarm[] = [];
    let positions = 0;
    for (const installation of of) {
      const context = contextOf(organisation, installation, rule);
      for await (const step of dryAlarms(database, installation, context, range, roadLimits)) {
        signal.throwIfAborted();
        positions += step.positions;
        if (result.limits) {
          result.limits.fast += step.limits.fast;
          result.limits.known += step.limits.known;
        }
        alarms.push(...step.alarms);
        if (positions > budget.positions) return 'positions' as const;
        if (performance.now() > budget.until) return 'time' as const;
        await nextTurn();
      }
    }
    return { alarms, positions };
  }
}

const finished = (result: DryRunResult): DryRunResult => ({
  ...result,
  alarms: result.alarms.toSorted((a, b) => a.start - b.start || a.vehicleId - b.vehicleId),
});

/** The geofences and thresholds that apply to a vehicle, with only this rule. */
function contextOf(organisation: OrganisationContext, installation: Installation, rule: AlarmRule) {
  return { ...contextFor(organisation, installation, []), rules: [rule] };
}

async function installationsByVehicle(db: Queryable, organisationId: number, { from, to }: Range) {
  const all = await listInstallations(db, organisationId);
  const within = all.filter((one) => one.from < to.getTime() && (one.to ?? Infinity) > from.getTime());
  return Map.groupBy(within, ({ vehicleId }) => vehicleId);
}
