import type { Coordinates } from './geo.ts';
import type { Fact } from './fact.ts';
import { type Seal, sealFact } from './private-time.ts';

/** A span of private time, epoch milliseconds, with the last public place before it. Part of the state of a device. */
export interface PrivateSpan {
  from: number;
  /** Null while it lasts. */
  to: number | null;
  /** Null if no public place was known. */
  place: Coordinates | null;
}

/** The spans that are remembered: facts that began before the oldest of them are sealed as a whole. */
const MAX_SPANS = 200;

/**
 * Notes whether a report is private; reports come in order of time.
 * @param spans the spans so far, which are changed
 * @param place the last public place, for a report in private time
 */
export function notePrivate(spans: PrivateSpan[], time: number, isPrivate: boolean, place: Coordinates | null): void {
  const last = spans.at(-1);
  const isOpen = last !== undefined && last.to === null;
  if (isPrivate === isOpen) return;
  if (isOpen) {
    last.to = time;
    return;
  }
  spans.push({ from: time, to: null, place });
  if (spans.length > MAX_SPANS) spans.splice(0, spans.length - MAX_SPANS);
}

/**
 * True if nothing may follow from where a vehicle is: private time lasts, or its newest coordinates are of private time.
 * @param fixTime the moment of the coordinates that something would follow from; null if there are none
 */
export function isUnseen(spans: readonly PrivateSpan[] | undefined, fixTime: number | null): boolean {
  if (spans === undefined || spans.length === 0) return false;
  return spans.at(-1)?.to === null || (fixTime !== null && sealOf(spans).spanAt(fixTime) !== null);
}

/** The seal of facts by the spans of a device. */
export function sealOf(spans: readonly PrivateSpan[]): Seal {
  const at = (time: number) => spans.findLast(({ from, to }) => time >= from && (to === null || time < to)) ?? null;
  const oldest = spans.length < MAX_SPANS ? -Infinity : (spans[0]?.from ?? -Infinity);
  const forgotten = { from: -Infinity, to: oldest };
  return {
    spanAt: (time) => (time < oldest ? forgotten : at(time)),
    placeBefore: (time) => at(time)?.place ?? null,
    firstWithin: (from, to) => spans.find((span) => span.from > from && span.from < to)?.from ?? null,
  };
}

/** Seals the facts of a device from an index on; without private time it does nothing. */
export function sealFrom(spans: readonly PrivateSpan[] | undefined, facts: Fact[], first: number): void {
  if (spans === undefined || spans.length === 0 || facts.length === first) return;
  const seal = sealOf(spans);
  const sealed = facts.splice(first).flatMap((fact) => sealFact(fact, seal) ?? []);
  for (const fact of sealed) facts.push(fact);
}

/** The sealed facts of a device. */
export function sealedFacts(spans: readonly PrivateSpan[] | undefined, facts: Fact[]): Fact[] {
  sealFrom(spans, facts, 0);
  return facts;
}
