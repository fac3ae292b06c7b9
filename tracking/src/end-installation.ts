import { acceptWaiting } from './advance.ts';
import type { AdvanceResult } from './apply-batch.ts';
import { clear } from './alarms.ts';
import { dayFact } from './days.ts';
import type { Fact } from './fact.ts';
import { endTanks } from './fuel/watch-fuel.ts';
import { overspeedOf } from './overspeed.ts';
import { closeIdle } from './idle.ts';
import { sealFrom } from './private-spans.ts';
import { restAt } from './rest.ts';
import type { Run } from './run.ts';
import type { TrackingContext } from './settings.ts';
import { endReadings } from './sensors/readings.ts';
import { endDwells } from './dwells.ts';
import { endStop } from './stop.ts';
import { endSwitches } from './switches.ts';
import { endLastTag } from './tag.ts';
import type { TrackState } from './track-state.ts';
import { endTrip } from './trip.ts';
import { visitOf } from './visits.ts';

/**
 * Ends all open facts when a device leaves its vehicle: the trip at the last halt or fix (`deviceChange`); stop,
 * idling, visits and overspeed at their last known moment. Alarms are cleared and all days recorded. Call it after
 * `takeIn`, once no more reports belong to the installation. Later reports cause a recomputation, which must be
 * followed by this call, so that the facts do not depend on the order of arrival. An ended state is returned unchanged.
 */
export function endInstallation(from: TrackState, context: TrackingContext): AdvanceResult {
  const state = structuredClone(from);
  const facts: Fact[] = [];
  const { time } = state;
  if (state.ended || time === null) return { state: { ...state, ended: true }, facts, checkpoints: [] };
  const run: Run = { state, context, facts, now: time };
  acceptWaiting(run, 'end');
  state.suspect = null;
  state.suspects = undefined;
  const { fix } = state;
  if (fix) {
    endVisits(run, fix.time, fix.speedKph);
    endDwells(run);
    if (state.overspeed) facts.push(overspeedOf(state, state.overspeed, fix.time, fix.time));
    state.overspeed = null;
    state.rest ??= restAt(fix, state.engine);
    endTrip(run, 'deviceChange');
    endStanding(run);
  }
  endLastTag(run);
  endReadings(run);
  endSwitches(run);
  endTanks(run);
  delete state.alarms.includes;
  for (const alarm of Object.values(state.alarms.last)) clear(run, alarm.ruleId, time);
  state.alarms = { last: {}, held: {}, fuel: {}, offRoute: {} };
  facts.push(...state.days.map(dayFact));
  state.days = [];
  state.ended = true;
  sealFrom(state.privateSpans, facts, 0);
  return { state, facts, checkpoints: [] };
}

function endVisits({ state, facts }: Run, at: number, kph: number): void {
  for (const open of state.visits) {
    if (open.confirmedAt === null) continue;
    const end = open.leftAt ?? at;
    const leftKph = open.leftAt === null ? kph : open.leftKph;
    facts.push(visitOf({ ...open, leftKph }, open.confirmedAt, end, end));
  }
  state.visits = [];
}

function endStanding(run: Run): void {
  const { state } = run;
  const { rest } = state;
  if (!rest) return;
  closeIdle(run, rest, rest.base.time);
  endStop(run, rest.base.time);
  state.rest = null;
}
