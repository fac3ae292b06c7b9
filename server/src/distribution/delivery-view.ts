import type { Delivery } from '@milepost/contract/driver-link-operations';
import { between, type Coordinates } from '@milepost/tracking/geo';
import { type Expected, expectedArrivals, type ReportedLocation } from '@milepost/tracking/runs/expected';
import type { RunFacts, RunPlan } from '@milepost/tracking/runs/run-plan';

/** A stop of a run, as its customer may see it. Times in epoch milliseconds. */
export interface DeliveryFacts {
  outletId: number;
  place: Coordinates | null;
  cancelled: boolean;
  plan: RunPlan;
  facts: RunFacts;
  /** The centre of each outlet and depot. */
  places: ReadonlyMap<number, Coordinates>;
  whereabouts: ReportedLocation | null;
  /** The dashboard's expected times of the remaining stops; null when they were not calculated recently. */
  expected: readonly Expected[] | null;
  /** The driver's entries for all stops. */
  entries: ReadonlyMap<number, { doneAt: number | null; skippedAt: number | null }>;
}

type View = Pick<Delivery, 'state' | 'deliveredAt' | 'expected' | 'stopsBefore'> & {
  /** The position of the vehicle, without a name. */
  position: (Coordinates & { fixTime: string }) | null;
};

/** The vehicle is shown to a customer only within this time and distance, and only with a fix this recent. */
const SHOWN = { beforeMs: 45 * 60_000, withinM: 20_000, freshMs: 10 * 60_000 } as const;
/** The rounding of an expected time, and the smallest margin before and after it. */
const ROUND_MS = 5 * 60_000;
const MIN_MS = 10 * 60_000;
/** The margin when only the plan is known. */
const PLAN_MS = 60 * 60_000;

const roundedDown = (at: number) => Math.floor(at / ROUND_MS) * ROUND_MS;
const roundedUp = (at: number) => Math.ceil(at / ROUND_MS) * ROUND_MS;
const iso = (at: number) => new Date(at).toISOString();
const UNKNOWN_DELIVERY = { deliveredAt: null, expected: null, stopsBefore: null, position: null };

/**
 * A customer's view of the delivery: nothing about other customers, and the position of the vehicle only on the way to
 * this one.
 */
export function deliveryView(delivery: DeliveryFacts, now: number): View {
  const { outletId, plan, facts, entries, cancelled } = delivery;
  const visit = facts.visits.find((one) => one.outletId === outletId);
  const stop = plan.stops.find((one) => one.outletId === outletId);
  const word = entries.get(outletId);
  const doneAt = word?.doneAt ?? (visit?.served ? visit.departedAt : null);
  if (doneAt !== null) return { ...UNKNOWN_DELIVERY, state: 'delivered', deliveredAt: iso(doneAt) };
  if (cancelled || !stop || stop.skipped || word?.skippedAt != null || visit?.state === 'missed') {
    return { ...UNKNOWN_DELIVERY, state: 'not-served' };
  }
  if (visit?.arrivedAt != null && visit.departedAt === null) return { ...UNKNOWN_DELIVERY, state: 'arrived' };
  if (facts.endedAt !== null) return { ...UNKNOWN_DELIVERY, state: 'not-served' };
  // A driver's entry may be newer than the positions, or the only information.
  const left = expectedOf(delivery, now).filter((one) => !isReported(entries.get(one.outletId)));
  const index = left.findIndex((one) => one.outletId === outletId);
  const mine = left[index];
  if (!mine) return { ...UNKNOWN_DELIVERY, state: 'planned' };
  const isUnderWay = facts.begunAt !== null;
  const isNext = isUnderWay && index === 0 && !isStanding(facts);
  return {
    state: isNext ? 'next' : 'planned',
    deliveredAt: null,
    expected: spanOf(mine, isUnderWay, Math.max(now, stop.windowFrom ?? 0, isUnderWay ? 0 : plan.startsAt)),
    stopsBefore: isUnderWay ? index : null,
    position: isNext ? positionFor(delivery, mine, now) : null,
  };
}

/** The office and the customer see the same time; without one, it follows from the plan and the pace of the day. */
function expectedOf({ expected, facts, plan, places, whereabouts }: DeliveryFacts, now: number): readonly Expected[] {
  const ways = { plan, past: { legS: () => null, serviceS: () => null }, places };
  const served = new Set(facts.visits.filter((visit) => visit.served).map(({ outletId }) => outletId));
  return expected?.filter(({ outletId }) => !served.has(outletId)) ?? expectedArrivals(facts, ways, whereabouts, now);
}

const isReported = (word: { doneAt: number | null; skippedAt: number | null } | undefined) =>
  word !== undefined && (word.doneAt !== null || word.skippedAt !== null);

/** The vehicle is at another customer, whose location must not be revealed. */
const isStanding = ({ visits }: RunFacts) =>
  visits.some(({ arrivedAt, departedAt }) => arrivedAt !== null && departedAt === null);

/**
 * @param earliest the earliest possible arrival: not in the past, after the begin of the run and the opening of the
 * outlet. It applies unless the vehicle is expected even earlier
 */
function spanOf({ at, errorS }: Expected, isUnderWay: boolean, earliest: number) {
  const off = isUnderWay ? Math.max(MIN_MS, errorS * 1000) : PLAN_MS;
  return {
    from: iso(Math.max(roundedDown(at - off), Math.min(roundedDown(at), roundedUp(earliest)))),
    to: iso(roundedUp(at + off)),
    about: isUnderWay ? iso(Math.round(Math.max(at, earliest) / ROUND_MS) * ROUND_MS) : null,
  };
}

function positionFor({ place, whereabouts }: DeliveryFacts, { at }: Expected, now: number): View['position'] {
  if (!whereabouts || !place || now - whereabouts.at > SHOWN.freshMs) return null;
  if (at - now > SHOWN.beforeMs || between(whereabouts.place, place) > SHOWN.withinM) return null;
  return { ...whereabouts.place, fixTime: iso(whereabouts.at) };
}
