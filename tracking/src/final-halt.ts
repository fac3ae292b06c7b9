import { between } from './geo.ts';
import type { Fix, Rest } from './motion-state.ts';

/** Fixes kept to find the last halt: this many, within this time. */
const MOST_FIXES = 20;
const DISTANCE_MS = 10_000;
/** The same place: within this distance of the median of the others, or this many times their median deviation. */
const SAME_M = 15;
const SPREAD = 4;
/** Among this many fixes one may lie elsewhere: a reflection. */
const MANY = 6;
/** This many fixes that go this far in one direction are a crawling queue: noise goes back and forth. */
const CRAWL_FIXES = 4;
const CRAWL_M = 50;
const ONE_WAY = 0.6;

/** Remembers a fix while the rest is young; later ones say nothing new about its beginning. */
export function trace(rest: Rest, fix: Fix): void {
  const last = rest.trace.at(-1) ?? rest.halt;
  if (rest.trace.length < MOST_FIXES && fix.time - last.time >= DISTANCE_MS) rest.trace.push(fix);
}

/**
 * The fix at which the vehicle came to its final halt: the first that lies with all that follow. A vehicle that waited
 * at a light just before its parking place halted twice, even if no speed was seen between. With the engine off it no
 * longer moves, whatever the receiver says.
 */
export function finalHalt(rest: Rest): Fix {
  const fixes = [rest.halt, ...rest.trace];
  return fixes.find((fix, index) => fix.engine === false || isOnePlace(fixes.slice(index))) ?? rest.halt;
}

/** Medians, so that fixes of another place do not pass for the noise of this one. */
function isOnePlace(fixes: readonly Fix[]): boolean {
  const [first, second] = fixes;
  // Of two there is no middle.
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

/** The middle one of some numbers, of two the lower; 0 of none. */
function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[(values.length - 1) >> 1] ?? 0;
}
