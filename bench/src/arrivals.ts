// npm run -s bench:arrivals: the errors of expected arrivals on simulated weeks, and the smallest possible errors, one
// line of JSON for each seed.
import { parseArgs } from 'node:util';
import { errorsOf, type MatchedRun, matchWeek, median, pastOf } from '@milepost/tracking/testing/arrivals.fixture';
import { weeksOfRuns } from '@milepost/tracking/testing/runs.fixture';
import type { FleetPast } from '@milepost/tracking/runs/fleet-past';

const { values } = parseArgs({
  options: { seeds: { type: 'string', default: Array.from({ length: 20 }, (_, seed) => seed).join(',') } },
});
/** The vehicles of the demo with a tour. */
const VEHICLES = [8, 20];
const FIX_S = 30;

/** The known past of each run, by variant: expectations depend on nothing else. */
const KNOWN: Readonly<Record<string, (theirs: readonly MatchedRun[], index: number) => FleetPast>> = {
  // As in production: the previous runs.
  before: (theirs, index) => pastOf(theirs.slice(0, index)),
  // All other runs, later ones as well: a vehicle with a long history.
  others: (theirs, index) => pastOf(theirs.toSpliced(index, 1)),
  // This run too, which is impossible in practice.
  hindsight: (theirs) => pastOf(theirs),
  // The previous runs, and the service time of each stop of this one, which is also impossible in practice.
  services: (theirs, index) => withServices(theirs, index),
};

function withServices(theirs: readonly MatchedRun[], index: number): FleetPast {
  const stood = new Map(theirs[index]?.facts.visits.map(({ outletId, stoodS }) => [outletId, stoodS]));
  return {
    ...pastOf(theirs.slice(0, index)),
    skewS: 0,
    pause: null,
    serviceS: (outletId) => stood.get(outletId) ?? 0,
    restS: (outletId, stoodS) => Math.max(0, (stood.get(outletId) ?? stoodS) - stoodS),
  };
}

for (const seed of values.seeds.split(',').map(Number)) {
  const weeks = weeksOfRuns(VEHICLES, FIX_S, { seed }).map(matchWeek);
  const percents = Object.entries(KNOWN).map(([name, past]) => {
    const errors = weeks.flatMap((theirs) => theirs.flatMap((one, index) => errorsOf(one, past(theirs, index))));
    return [name, Number((100 * median(errors.map(({ share }) => share))).toFixed(1))] as const;
  });
  console.log(JSON.stringify({ seed, ...Object.fromEntries(percents) }));
}
