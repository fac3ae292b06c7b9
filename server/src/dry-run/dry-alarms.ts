import { advance, isAfter } from '@milepost/tracking/advance';
import { isCheckpoint } from '@milepost/tracking/apply-batch';
import { isBeforeCut, withKnownCut, unconfirmedCut } from '@milepost/tracking/cut-wire';
import { endInstallation } from '@milepost/tracking/end-installation';
import type { Alarm, Fact } from '@milepost/tracking/fact';
import { openFacts } from '@milepost/tracking/open-facts';
import type { Position } from '@milepost/tracking/position';
import { type AnyReport, timeOf } from '@milepost/tracking/report';
import { ROAD_LIMIT_FROM_KPH } from '@milepost/tracking/rules/speed';
import type { TrackingContext } from '@milepost/tracking/settings';
import { silenceAlarms } from '@milepost/tracking/silence';
import { newState, type TrackState } from '@milepost/tracking/track-state';
import { needsRoadLimits, noteRoadLimits, PAST_PATIENCE } from '../facts/note-road-limits.ts';
import type { RoadLimits } from '../places/road-limits.ts';
import type { Queryable } from '../store/database.ts';
import type { Installation } from '../store/fleet/installations.ts';
import { inSlices } from '../loop/slices.ts';
import { readCheckpoint } from '../store/facts/tracking-states.ts';
import { reportPieces } from '../store/tracks/reports.ts';

/** An alarm that a rule would have raised. Times are epoch milliseconds. */
export type DryAlarm = Pick<Alarm, 'start' | 'clearedAt' | 'count' | 'place' | 'value' | 'about'>;

/** Counts positions fast enough to exceed the limit of a road, and those whose road has a known one. */
export interface KnownLimits {
  fast: number;
  known: number;
}

interface Step {
  positions: number;
  limits: KnownLimits;
  alarms: DryAlarm[];
}

/** The number of reports read together: some milliseconds of the event loop. */
const PIECE = 2000;
/** The number of day ends that can be returned to: a cut wire is detected within two weeks. */
const MAX_SNAPSHOTS = 20;

/**
 * The alarms that the rules of a context would have raised between two moments over one installation, piece by piece.
 * What was open before the range (a stop, a visit) is known from the last checkpoint, and raises no alarm before the
 * range.
 */
export async function* dryAlarms(
  db: Queryable,
  installation: Installation,
  context: TrackingContext,
  { from, to }: { from: Date; to: Date },
  limits: RoadLimits,
): AsyncGenerator<Step> {
  const until = new Date(Math.min(installation.to ?? Infinity, to.getTime()));
  const isAboutRoads = needsRoadLimits(context.rules);
  const slices = inSlices('dry-run', installation.organisationId);
  let alarms: Alarm[] = [];
  const take = (facts: readonly Fact[]) => {
    const found = facts.filter((fact) => fact.kind === 'alarm');
    alarms = [...new Map([...alarms, ...found].map((one) => [one.key, one])).values()];
  };
  let state = await stateAt(db, installation.id, from);
  let snapshots = [structuredClone(state)];
  /** The newest report that was counted: some are read again when a wire turns out to have been cut before them. */
  let counted = { time: from.getTime() - 1, hash: 0 };
  for (let goesBack = true; goesBack;) {
    goesBack = false;
    const { time, hash } = state;
    const since = new Date(Math.max(installation.from, time ?? from.getTime()));
    const after = time === null ? undefined : { time, hash };
    const range = { deviceId: installation.deviceId, from: since, to: until, after, onDamage: 'throw' as const };
    for await (const reports of reportPieces(db, range, PIECE)) {
      if (isAboutRoads) await noteRoadLimits(positionsOf(reports), limits, PAST_PATIENCE);
      const facts: Fact[] = [];
      for (const report of reports) {
        if (isCheckpoint(state, timeOf(report), context))
          snapshots = [...snapshots, structuredClone(state)].slice(-MAX_SNAPSHOTS);
        advance(state, report, context, facts);
        if (slices.isOver()) await slices.rest();
      }
      take(facts);
      const within = reports.filter((report) => isAfter(counted, timeOf(report), report.hash));
      const last = within.at(-1);
      if (last) counted = { time: timeOf(last), hash: last.hash };
      yield { positions: within.length, limits: knownLimits(positionsOf(within)), alarms: [] };
      const cut = unconfirmedCut(state);
      const back = cut && snapshots.findLast((one) => isBeforeCut(one.time, cut));
      if (!back) continue;
      snapshots = snapshots.slice(0, snapshots.indexOf(back) + 1);
      state = withKnownCut(structuredClone(back), cut);
      alarms = alarms.filter(({ confirmedAt }) => state.time !== null && confirmedAt <= state.time);
      goesBack = true;
      break;
    }
  }
  take(openFacts(state));
  if (installation.to !== null && installation.to <= to.getTime()) take(endInstallation(state, context).facts);
  else take(silenceAlarms(state, to.getTime(), context));
  const raised = alarms.filter(({ start }) => start >= from.getTime() && start < to.getTime());
  yield { positions: 0, limits: { fast: 0, known: 0 }, alarms: raised };
}

const positionsOf = (reports: readonly AnyReport[]) => reports.flatMap(({ position }) => position ?? []);

function knownLimits(positions: readonly Position[]): KnownLimits {
  const fast = positions.filter(({ valid, speedKph }) => valid && speedKph >= ROAD_LIMIT_FROM_KPH);
  return { fast: fast.length, known: fast.filter(({ roadLimitKph }) => roadLimitKph !== undefined).length };
}

/** The state at a moment, without the alarms of the rules of that time. */
async function stateAt(db: Queryable, installationId: number, at: Date): Promise<TrackState> {
  const known = await readCheckpoint(db, installationId, at.getTime());
  return known ? { ...known, alarms: newState().alarms, ended: false } : newState();
}
