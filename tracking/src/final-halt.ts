import { between } from './geo.ts';
import type { Fix, Rest } from './motion-state.ts';

/** Fixes stored to find the last halt: this many, at least this far apart. */
const MAX_FIXES = 20;
const DISTANCE_MS = 10_000;
/**
 * Fixes share a location within this distance of the median of the others, or within this many times their median
 * deviation.
 */
const SAME_M = 15;
const SPREAD = 4;
/** Among this many fixes, one may be elsewhere: a reflection. */
const MANY = 6;
/** This many fixes that go this far in one direction are a crawling queue: noise goes back and forth. */
const CRAWL_FIXES = 4;
const CRAWL_M = 50;
const ONE_WAY = 0.6;

/** Stores a fix while the rest is young; later ones are no evidence about its beginning. */
export function recordRestFix(rest: Rest, fix: Fix): void {
  const last = rest.trace.at(-1) ?? rest.halt;
  if (rest.trace.length < MAX_FIXES && fix.time - last.time >= DISTANCE_MS) rest.trace.push(fix);
}

/**
 * Returns the fix at which the vehicle came to its final halt: the first that shares a location with all that follow. A
 * vehicle that waited at a light just before its parking space halted twice, even if no speed was reported between.
 * With the engine off it no longer moves, whatever the receiver reports.
 */
export function finalHalt(rest: Rest): Fix {
  const fixes = [rest.halt, ...rest.trace];
  return fixes.find((fix, index) => fix.engine === false || isOnePlace(fixes.slice(index))) ?? rest.halt;
}

/** Uses medians, so that fixes from another location are not taken for noise at this one. */
function isOnePlace(fixes: readonly Fix[]): boolean {
  const [first, second] = fixes;
  // Two values have no median.
  if (first && second && fixes.length === 2) return between(first, second) <= SAME_M;
  const middle = { lat: median(fixes.map(({ lat }) => lat)), lon: median(fixes.map(({ lon }) => lon)) };
  const off = fixes.map((fix) => between(fix, middle));
  const sameM = Math.max(SAME_M, SPREAD * median(off));
  const strays = off.filter((metres) => metres > sameM).length;
  return !isCrawl(fixes) && (off[0] ?? 0) <= sameM && strays <= (fixes.length >= MANY ? 1 : 0);
}

function isCrawl(fixes: readonly Fix[]): boolean {
  const [first, last] = [fixes[0], fixes.at(-1)];
  if (!first || !last || fixes.length < CRAWL_FIXES) return false;
  const netM = between(first, last);
  if (netM < CRAWL_M) return false;
  const pathM = fixes.reduce((sum, fix, index) => sum + between(fixes[index - 1] ?? fix, fix), 0);
  return netM >= ONE_WAY * pathM;
}

/** Returns the median of some numbers (the lower one of two); 0 for none. */
function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[(values.length - 1) >> 1] ?? 0;
}
