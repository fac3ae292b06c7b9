import { advance, isAfter } from '@milepost/tracking/advance';
import { sortReports, isCheckpoint } from '@milepost/tracking/apply-batch';
import type { Fact } from '@milepost/tracking/fact';
import { openFacts } from '@milepost/tracking/open-facts';
import { type AnyReport, timeOf } from '@milepost/tracking/report';
import type { TrackingContext } from '@milepost/tracking/settings';
import { settleVisits } from '@milepost/tracking/settle-visits';
import type { TrackState } from '@milepost/tracking/track-state';
import type { InstallationWrites } from '../store/facts/fact-writes.ts';
import type { Installation } from '../store/fleet/installations.ts';
import { type ClearedByHand, contextFor, type OrganisationContext } from './contexts.ts';
import { fitDays } from './fit-days.ts';

/** An installation whose state is in memory and includes all its stored reports, unless it is behind. */
export interface TrackedInstallation {
  installation: Installation;
  organisation: OrganisationContext;
  clearedByHand: ClearedByHand;
  context: TrackingContext;
  state: TrackState;
  /**
   * True when too many reports are missing to replay them now, or tracking failed: reports are stored and left to a
   * recomputation.
   */
  behind: boolean;
  /** Changes whenever an open fact begins or ends. */
  openMark: number;
  /** The time (our clock) of the last write of open facts, and whether reports arrived since. */
  writtenAt: number;
  dirty: boolean;
  /** The time of the last stored state, and the number of reports taken in since. */
  storedAt: number;
  unstored: number;
  /** The time (the device's clock) at which the vehicle was last seen according to the database. */
  seenAt: number;
  /**
   * Facts found while loading, or after a change of geofences, which go with the next write; with `keep`, the state as
   * well.
   */
  pending: Pick<InstallationWrites, 'facts' | 'checkpoints'> & { keep: boolean };
  /** The time (our clock) of the last report, or of loading: silence is measured from here. */
  receivedAt: number;
  /**
   * Keys of the alarms that the clock raised since the last report: for silence, and for absence from where the vehicle
   * should be.
   */
  silent: ReadonlySet<string>;
}

/** The span ahead of our clock in which reports are read. Two minutes would do, and a day costs no more. */
export const AHEAD_MS = 86_400_000;
/** Open facts (the distance of an open trip, the totals of today) are written at least this often. */
const REFRESH_MS = 25_000;
/** The state is stored after this many reports or this long, which bounds what is replayed after a crash. */
const STORE_EVERY_REPORTS = 300;
const STORE_EVERY_MS = 5 * 60_000;

export function track(
  installation: Installation,
  organisation: OrganisationContext,
  clearedByHand: ClearedByHand,
  state: TrackState,
  silent: ReadonlySet<string>,
): TrackedInstallation {
  fitDays(state, organisation.timeZone);
  return {
    installation,
    organisation,
    clearedByHand,
    context: contextFor(organisation, installation, clearedByHand),
    state,
    behind: false,
    openMark: openMark(state),
    writtenAt: 0,
    dirty: false,
    storedAt: Date.now(),
    unstored: 0,
    seenAt: state.seenAt ?? 0,
    pending: { facts: [], checkpoints: [], keep: false },
    receivedAt: Date.now(),
    silent,
  };
}

/**
 * Applies the present geofences to the last known position. The visits that begin or end are written together with the
 * state. After a crash before that write, both are missing and are found again when the state is loaded.
 */
export function settle(tracked: TrackedInstallation, now: number): void {
  const { state, context, pending, behind, installation } = tracked;
  if (behind || installation.to !== null) return;
  const facts = settleVisits(state, context, now);
  if (facts.length === 0) return;
  pending.facts.push(...facts);
  pending.keep = true;
  tracked.openMark = openMark(state);
}

/** Applies changes of the vehicle's group, geofences, rules and thresholds. */
export function follow(
  tracked: TrackedInstallation,
  installation: Installation,
  organisation: OrganisationContext,
): void {
  if (tracked.installation === installation && tracked.organisation === organisation) return;
  tracked.installation = installation;
  tracked.organisation = organisation;
  fitDays(tracked.state, organisation.timeZone);
  tracked.context = contextFor(organisation, installation, tracked.clearedByHand);
  settle(tracked, Date.now());
}

/** Applies alarms cleared by a person, with effect from the next report. */
export function clearByHand(tracked: TrackedInstallation, clearedByHand: ClearedByHand): void {
  tracked.clearedByHand = clearedByHand;
  tracked.context = contextFor(tracked.organisation, tracked.installation, clearedByHand);
}

/** A write of facts only. */
export function onlyFacts({ installation, organisation }: TrackedInstallation, facts: Fact[]): InstallationWrites {
  return { installation, facts, state: null, checkpoints: [], late: [], severities: organisation.severities };
}

/** Starts the writes of an installation with its pending facts. */
function beginWrites(tracked: TrackedInstallation): InstallationWrites {
  const { installation, organisation, pending } = tracked;
  tracked.pending = { facts: [], checkpoints: [], keep: false };
  const { facts, checkpoints } = pending;
  return { installation, facts, checkpoints, state: null, late: [], severities: organisation.severities };
}

/**
 * Takes in stored reports that are newer than the state, from index `first` on, until `isOver`. Returns the index of
 * the first remaining one.
 */
export function replay(
  tracked: TrackedInstallation,
  reports: readonly AnyReport[],
  first: number,
  isOver: () => boolean,
): number {
  if (first >= reports.length) return first;
  const { facts, checkpoints } = tracked.pending;
  const { state, context } = tracked;
  const most = facts.length + MAX_FACTS;
  const isFull = () => facts.length >= most || isOver();
  const end = takeInto(state, reports, context, facts, (storeCheckpoint) => checkpoints.push(storeCheckpoint), {
    first,
    isOver: isFull,
  });
  tracked.unstored += end - first;
  tracked.dirty = true;
  tracked.openMark = openMark(state);
  return end;
}

/** Leaves an installation to a recomputation, which also finds what loading had found. */
export function giveUp(tracked: TrackedInstallation): void {
  tracked.behind = true;
  tracked.pending = { facts: [], checkpoints: [], keep: false };
}

/** Reports that are taken in slice by slice. */
export interface Intake {
  writes: InstallationWrites;
  /** The reports after the state, in order, and how many of them it already includes. */
  reports: readonly AnyReport[];
  taken: number;
  /** True when the state must be stored at the end in any case. */
  keeps: boolean;
}

/**
 * Begins to take in reports in any order. Those after the state are appended by `takeSlice`; the others are late or
 * repetitions, which the database distinguishes.
 */
export function beginIntake(tracked: TrackedInstallation, reports: readonly AnyReport[], now: number): Intake {
  const { state } = tracked;
  tracked.receivedAt = now;
  const ordered = reports.length > 1 ? sortReports(reports) : reports;
  const isOpen = !state.ended && !tracked.behind;
  const isNew = (one: AnyReport) => isOpen && isAfter(state, timeOf(one), one.hash);
  const found = ordered.findIndex(isNew);
  const first = found < 0 ? ordered.length : found;
  const storesState = tracked.pending.keep;
  const writes = beginWrites(tracked);
  writes.late = ordered.slice(0, first).map(keyOf);
  return { writes, reports: first === 0 ? ordered : ordered.slice(first), taken: 0, keeps: storesState };
}

/** The maximum of facts per slice, so that an organisation exhausts its share before it has produced thousands. */
const MAX_FACTS = 300;

/**
 * Takes in the remaining reports until `isOver`; true when all are included.
 * @throws what tracking throws; the state is then unusable
 */
export function takeSlice(tracked: TrackedInstallation, intake: Intake, isOver: () => boolean): boolean {
  const { state, context } = tracked;
  const { writes, reports, taken: first } = intake;
  if (first === reports.length) return true;
  const most = writes.facts.length + MAX_FACTS;
  const storeCheckpoint = (checkpoint: InstallationWrites['checkpoints'][number]) =>
    writes.checkpoints.push(checkpoint);
  const isFull = () => writes.facts.length >= most || isOver();
  intake.taken = takeInto(state, reports, context, writes.facts, storeCheckpoint, { first, isOver: isFull });
  return intake.taken === reports.length;
}

/** Ends the intake, even when reports remain, which then count as late. Null when there is nothing to write. */
export function endIntake(
  tracked: TrackedInstallation,
  { writes, reports, taken, keeps: storesState }: Intake,
  now: number,
): InstallationWrites | null {
  if (taken > 0) appended(tracked, { count: taken, since: timeOfFirst(reports) }, now, writes);
  if (storesState) storeState(tracked, now, writes);
  if (taken < reports.length) {
    writes.late.push(...reports.slice(taken).map(keyOf));
    tracked.behind = true;
  }
  const { facts, checkpoints, late } = writes;
  return facts.length + checkpoints.length + late.length > 0 || writes.state ? writes : null;
}

const timeOfFirst = ([first]: readonly AnyReport[]) => (first ? timeOf(first) : Infinity);
const keyOf = (report: AnyReport) => ({ time: timeOf(report), hash: report.hash });

/** @param part the number of reports and the time of the first (epoch milliseconds) */
function appended(
  tracked: TrackedInstallation,
  { count, since }: { count: number; since: number },
  now: number,
  writes: InstallationWrites,
): void {
  const { state } = tracked;
  tracked.unstored += count;
  tracked.dirty = true;
  const mark = openMark(state);
  const changed = writes.facts.length > 0 || mark !== tracked.openMark;
  tracked.openMark = mark;
  if (now - tracked.writtenAt >= REFRESH_MS) writeOpenFacts(tracked, now, writes);
  else if (changed) writes.facts.push(...openFactsOf(state, tracked.context).filter((fact) => isNews(fact, since)));
  if (tracked.unstored >= STORE_EVERY_REPORTS) storeState(tracked, now, writes);
}

/** Selects the open facts to write with a change: no totals, and no visits or dwells that were written before. */
const isNews = (fact: Fact, since: number): boolean =>
  fact.kind !== 'day' && (fact.confirmedAt >= since || (fact.kind !== 'visit' && fact.kind !== 'stay'));

/** The part of an ordered list of reports to take in: from an index on, until `isOver` after one of them. */
interface Part {
  first: number;
  isOver: () => boolean;
}

const ALL: Part = { first: 0, isOver: () => false };

/**
 * Advances a state by ordered reports, all newer than it. `storeCheckpoint` is called with each checkpoint. Returns the
 * index of the first remaining report.
 */
export function takeInto(
  state: TrackState,
  reports: readonly AnyReport[],
  context: TrackingContext,
  facts: Fact[],
  storeCheckpoint: (checkpoint: InstallationWrites['checkpoints'][number]) => void,
  { first, isOver }: Part = ALL,
): number {
  for (let index = first; index < reports.length;) {
    const report = reports[index];
    if (!report) break;
    if (isCheckpoint(state, timeOf(report), context)) {
      storeCheckpoint({ time: state.time ?? 0, json: JSON.stringify(state) });
    }
    advance(state, report, context, facts);
    index += 1;
    if (isOver()) return index;
  }
  return reports.length;
}

/** The writes that are due by the clock: open facts and the state. `all`: everything now, at shutdown. */
export function takeDueWrites(tracked: TrackedInstallation, now: number, all: boolean): InstallationWrites | null {
  if (tracked.behind) return null;
  const writesOpen = tracked.dirty && (all || now - tracked.writtenAt >= REFRESH_MS);
  const storesState =
    tracked.pending.keep || (tracked.unstored > 0 && (all || now - tracked.storedAt >= STORE_EVERY_MS));
  if (!writesOpen && !storesState && tracked.pending.facts.length === 0) return null;
  const writes = beginWrites(tracked);
  if (writesOpen) writeOpenFacts(tracked, now, writes);
  if (storesState) storeState(tracked, now, writes);
  return writes;
}

/** Adds the open facts and, when the stored state lags behind, the time the vehicle was last seen. */
function writeOpenFacts(tracked: TrackedInstallation, now: number, writes: InstallationWrites): void {
  writes.facts.push(...openFactsOf(tracked.state, tracked.context));
  tracked.writtenAt = now;
  tracked.dirty = false;
  const { seenAt } = tracked.state;
  if (seenAt === null || seenAt - tracked.seenAt <= STORE_EVERY_MS) return;
  writes.seenAt = seenAt;
  tracked.seenAt = seenAt;
}

/** Open facts, without alarms of removed rules: removing a rule clears its alarms. */
export function openFactsOf(state: TrackState, { rules }: TrackingContext): Fact[] {
  return openFacts(state).filter(
    (fact) => fact.kind !== 'alarm' || fact.clearedAt !== null || rules.some(({ id }) => id === fact.ruleId),
  );
}

/**
 * Stores the state together with the open facts: after a crash, reports included in a stored state are not replayed, so
 * these facts would not be written before the next report.
 */
function storeState(tracked: TrackedInstallation, now: number, writes: InstallationWrites): void {
  if (tracked.dirty) writeOpenFacts(tracked, now, writes);
  writes.state = tracked.state;
  tracked.seenAt = tracked.state.seenAt ?? 0;
  tracked.storedAt = now;
  tracked.unstored = 0;
}

/**
 * A number that changes when a trip, stop, idle, visit, dwell or overspeed is confirmed or ends. Times fit in 53 bits.
 */
function openMark({ trip, stop, rest, overspeed, visits, stays: dwells }: TrackState): number {
  let mark = 0;
  if (trip && trip.confirmedAt !== null) mark += trip.start.time;
  if (stop && stop.confirmedAt !== null) mark += stop.start * 3;
  if (overspeed) mark += overspeed.start * 5;
  mark += (rest?.idleConfirmedAt ?? 0) * 7 + (trip?.origin?.idleConfirmedAt ?? 0) * 11;
  for (const { confirmedAt, start, fenceId } of visits) if (confirmedAt !== null) mark += start * 13 + fenceId;
  for (const { toldAt: writtenAt, start, placeId } of dwells ?? [])
    if (writtenAt !== null) mark += start * 17 + placeId;
  return mark;
}
