import { fencesAt, type IndexedFence } from './fence-index.ts';
import type { Visit } from './fact.ts';
import { holdsPlace } from './outline.ts';
import { round } from './legs.ts';
import type { Run } from './run.ts';
import type { Fix } from './motion-state.ts';
import type { OpenVisit } from './visit-state.ts';

/** A vehicle entered or left a fence, after hysteresis. */
export interface Crossing {
  fenceId: number;
  enters: boolean;
  /** Of the first fix on the new side. */
  at: number;
  /** False when the fence changed, not the vehicle: it was drawn, reshaped, or now applies to other vehicles. */
  driven: boolean;
}

export const NO_CROSSINGS: readonly Crossing[] = [];

/** From this many on, looking through a list takes longer than looking up a set. */
const MANY = 8;

/**
 * Checks the fences for an accepted fix. A visit runs from the first fix inside to the first fix outside. It begins and
 * ends only after several fixes or seconds on the other side, so that one bad fix neither makes nor splits a visit.
 * @param before the accepted fix before; null for the first of the installation
 */
export function visit(run: Run, fix: Fix, before: Fix | null): readonly Crossing[] {
  const { state, context } = run;
  const inside = fencesAt(context.fences, fix, context.excludedFences);
  if (inside.length === 0 && state.visits.length === 0) return NO_CROSSINGS;
  const crossings: Crossing[] = [];
  let ended = false;
  const ids = inside.length > MANY ? new Set(inside.map(({ id }) => id)) : null;
  const isInside = (fenceId: number) => ids?.has(fenceId) ?? inside.some(({ id }) => id === fenceId);
  for (const open of state.visits) {
    if (isInside(open.fenceId)) seenInside(run, open, fix, crossings);
    else ended = seenOutside(run, open, fix, before, crossings) || ended;
  }
  if (ended) state.visits = state.visits.filter(({ outside }) => outside >= 0);
  const visited = inside.length > MANY ? new Set(state.visits.map(({ fenceId }) => fenceId)) : null;
  for (const fence of inside) {
    if (visited?.has(fence.id) ?? state.visits.some(({ fenceId }) => fenceId === fence.id)) continue;
    visited?.add(fence.id);
    const open = begin(run, fence, fix, before);
    state.visits.push(open);
    seenInside(run, open, fix, crossings);
  }
  return crossings;
}

function begin(run: Run, fence: IndexedFence, fix: Fix, before: Fix | null): OpenVisit {
  const { travelledM } = run.state;
  return {
    hash: fix.hash,
    fenceId: fence.id,
    start: fix.time,
    entryKph: fix.speedKph,
    entryPlace: { lat: fix.lat, lon: fix.lon },
    confirmedAt: null,
    fixes: 0,
    startM: travelledM,
    lastM: travelledM,
    leftAt: null,
    leftKph: 0,
    outside: 0,
    // The fix before was inside too, but without a visit: the fence or the installation has just begun.
    ...((before === null || holdsPlace(fence, before)) && { wasInside: true }),
  };
}

function seenInside(run: Run, open: OpenVisit, fix: Fix, crossings: Crossing[]): void {
  const { visitFixes, visitS } = run.context.settings;
  open.outside = 0;
  open.leftAt = null;
  delete open.fenceLeft;
  open.lastM = run.state.travelledM;
  if (open.confirmedAt !== null) return;
  open.fixes += 1;
  if (open.fixes < visitFixes && fix.time - open.start < visitS * 1000) return;
  open.confirmedAt = run.now;
  crossings.push({ fenceId: open.fenceId, enters: true, at: open.start, driven: open.wasInside !== true });
}

/** True when the visit is over, or was none. */
function seenOutside(run: Run, open: OpenVisit, fix: Fix, before: Fix | null, crossings: Crossing[]): boolean {
  const { visitFixes, visitS } = run.context.settings;
  if (open.leftAt === null) {
    open.leftAt = fix.time;
    open.leftKph = fix.speedKph;
    // It was inside up to somewhere on this leg, of which the time counts, too.
    open.lastM = run.state.travelledM;
    if (before !== null && !holdsAt(run, open.fenceId, before)) open.fenceLeft = true;
  }
  open.outside += 1;
  const isGone = open.outside >= visitFixes || fix.time - open.leftAt >= visitS * 1000;
  if (open.confirmedAt !== null && !isGone) return false;
  if (open.confirmedAt !== null) {
    run.facts.push(visitOf(open, open.confirmedAt, open.leftAt, open.leftAt));
    crossings.push({ fenceId: open.fenceId, enters: false, at: open.leftAt, driven: open.fenceLeft !== true });
  }
  open.outside = -1;
  return true;
}

/** Whether a fence, in its current form, applies to the vehicle and contains a fix. */
function holdsAt({ context }: Run, fenceId: number, fix: Fix): boolean {
  const fence = context.fences.byId.get(fenceId);
  return fence !== undefined && context.excludedFences?.has(fenceId) !== true && holdsPlace(fence, fix);
}

/** A visit as a fact; `end` is null while ongoing. One that a change of its geofence began may begin after the newest fix. */
export function visitOf(open: OpenVisit, confirmedAt: number, end: number | null, until: number): Visit {
  return {
    kind: 'visit',
    key: `visit:${open.fenceId}:${open.start}:${open.hash}`,
    confirmedAt,
    fenceId: open.fenceId,
    start: open.start,
    end: end === null ? null : Math.max(end, open.start),
    durationS: Math.max(0, until - open.start) / 1000,
    distanceM: round(Math.max(0, open.lastM - open.startM)),
    entryKph: round(open.entryKph),
    exitKph: end === null ? null : round(open.leftKph),
  };
}
