import type { Halt } from '../fact.ts';
import { between } from '../geo.ts';
import type { RunFinding, PlaceDwell, PlannedStop } from './run-plan.ts';

/** A dwell with the vehicle's turn on the run, numbered from 0 on. */
export interface TurnDwell extends PlaceDwell {
  vehicleId: number;
  turn: number;
}

/** One span of standing, within the areas of one outlet or of several. */
export interface Standing {
  from: number;
  to: number;
  candidates: Candidate[];
}

interface Candidate {
  stay: TurnDwell;
  /** Metres from the centre of the outlet. */
  metres: number;
}

/** The outlet to which a span of standing was assigned. */
export interface Assigned {
  stay: TurnDwell;
  from: number;
  to: number;
  doubt: RunFinding | null;
}

/** When one of two outlets is nearer by this many metres, the assignment is certain: a receiver's error is smaller. */
const CLEAR_M = 20;
/** One span of standing served several outlets if it lasted this share of their planned service. */
const SERVICE_SHARE = 0.8;

/**
 * Returns the halts of dwells at outlets as spans of standing, in order. A vehicle that stands nearer to the centre of
 * its depot than to a neighbouring outlet is at the depot. Two vehicles at the same time give two spans.
 */
export function standingsOf(dwells: readonly TurnDwell[], atDepots: readonly TurnDwell[]): Standing[] {
  const halts = dwells
    .flatMap((dwell) => dwell.halts.map((halt) => ({ stay: dwell, halt })))
    .toSorted(
      (a, b) =>
        a.halt.from - b.halt.from ||
        a.halt.to - b.halt.to ||
        a.stay.placeId - b.stay.placeId ||
        a.stay.turn - b.stay.turn,
    );
  const standings: Standing[] = [];
  for (const { stay: dwell, halt } of halts) {
    const candidate = { stay: dwell, metres: dwell.middle ? between(halt, dwell.middle) : 0 };
    if (atDepots.some((depot) => depot.turn === dwell.turn && isAt(depot, halt, candidate.metres))) continue;
    const same = standings.findLast(
      (one) =>
        isSame(one, halt) && one.candidates.every((other) => other.stay !== dwell && other.stay.turn === dwell.turn),
    );
    if (same) {
      same.candidates.push(candidate);
      same.from = Math.min(same.from, halt.from);
      same.to = Math.max(same.to, halt.to);
    } else standings.push({ from: halt.from, to: halt.to, candidates: [candidate] });
  }
  return standings;
}

function isAt({ middle, start, end, seenAt }: PlaceDwell, halt: Halt, outletM: number): boolean {
  return halt.from < (end ?? seenAt) && halt.to > start && middle !== null && between(halt, middle) <= outletM;
}

/** True when the two overlap by half of the shorter one. */
function isSame(standing: Standing, halt: Halt): boolean {
  const common = Math.min(standing.to, halt.to) - Math.max(standing.from, halt.from);
  return common >= Math.min(standing.to - standing.from, halt.to - halt.from) / 2;
}

export interface Assignment {
  assigned: Assigned[];
  /** Outlets that may have been served while it stood at another. */
  maybe: Set<number>;
}

/**
 * Decides for each span of standing which outlet it was for: the nearest, or, if that is not clear, the next in the
 * planned order.
 */
export function assign(
  standings: readonly Standing[],
  planned: ReadonlyMap<number, PlannedStop>,
  shortestDwellMs: number,
): Assignment {
  const assigned: Assigned[] = [];
  const maybe = new Set<number>();
  const stoodMs = new Map<TurnDwell, number>();
  const served = new Set<number>();
  let reached = -Infinity;
  const take = (dwell: TurnDwell, from: number, to: number, finding: RunFinding | null) => {
    assigned.push({ stay: dwell, from, to, doubt: finding });
    const stood = (stoodMs.get(dwell) ?? 0) + to - from;
    stoodMs.set(dwell, stood);
    if (stood < shortestDwellMs || served.has(dwell.placeId)) return;
    served.add(dwell.placeId);
    reached = planned.get(dwell.placeId)?.position ?? reached;
  };
  /** Unserved outlets come first, from the run's current position on, in planned order. */
  const rank = (placeId: number): number => {
    const position = planned.get(placeId)?.position ?? Infinity;
    return (served.has(placeId) ? 2e6 : 0) + (position > reached ? 0 : 1e6) + Math.min(position, 1e5);
  };
  for (const { from, to, candidates } of standings) {
    const wanted = bestOf(candidates, planned);
    const nearest = Math.min(...wanted.map(({ metres }) => metres));
    const close = wanted.filter(({ metres }) => metres < nearest + CLEAR_M);
    const [first] = close.toSorted((a, b) => rank(a.stay.placeId) - rank(b.stay.placeId) || a.metres - b.metres);
    if (!first) continue;
    if (close.length === 1) {
      const isElsewhere = candidates.some(({ metres }) => metres + CLEAR_M <= first.metres);
      take(first.stay, from, to, isElsewhere ? 'neighbour' : null);
      continue;
    }
    const open = close.filter(({ stay: dwell }) => !served.has(dwell.placeId) && planned.has(dwell.placeId));
    const services = open.map(({ stay: dwell }) => planned.get(dwell.placeId)?.serviceS ?? 0);
    const wholeMs = services.reduce((sum, seconds) => sum + seconds, 0) * 1000;
    const isLong = to - from >= Math.max(shortestDwellMs * open.length, wholeMs * SERVICE_SHARE);
    if (open.length > 1 && isLong && wholeMs > 0) {
      let begin = from;
      for (const { stay: dwell } of open.toSorted((a, b) => rank(a.stay.placeId) - rank(b.stay.placeId))) {
        const shareMs = ((to - from) * (planned.get(dwell.placeId)?.serviceS ?? 0) * 1000) / wholeMs;
        const end = Math.round(begin + Math.max(shareMs, 0));
        take(dwell, begin, end, 'shared');
        begin = end;
      }
      continue;
    }
    // An outlet that was served needs no second visit, so a nearby one that was not is more likely.
    take(first.stay, from, to, open.length > 1 || !planned.has(first.stay.placeId) ? 'shared' : null);
    if (to - from < shortestDwellMs) continue;
    for (const { stay: dwell } of open) if (dwell !== first.stay) maybe.add(dwell.placeId);
  }
  return { assigned, maybe };
}

/**
 * Returns the preferred candidates: stops of the run, otherwise skipped ones, otherwise outlets that are not on it.
 */
function bestOf(candidates: readonly Candidate[], planned: ReadonlyMap<number, PlannedStop>): readonly Candidate[] {
  const stops = candidates.filter(({ stay: dwell }) => planned.get(dwell.placeId)?.skipped === false);
  if (stops.length > 0) return stops;
  const skipped = candidates.filter(({ stay: dwell }) => planned.has(dwell.placeId));
  return skipped.length > 0 ? skipped : candidates;
}
