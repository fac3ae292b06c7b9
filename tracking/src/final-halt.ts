import { between } from './geo.ts';
import type { Fix, Rest } from './track-state.ts';

/** Fixes of a rest that are kept to find where it came to its last halt: so many, and so far apart in time. */
const MOST_FIXES = 20;
const APART_MS = 10_000;
/** Within this of the others, or twice their own scatter, a fix is at the same place. */
const SAME_M = 15;
const SCATTER = 2;

/** Remembers a fix at which it stood, while the rest is young: later ones tell nothing new about its beginning. */
export function trace(rest: Rest, fix: Fix): void {
  const last = rest.trace.at(-1) ?? rest.halt;
  if (rest.trace.length < MOST_FIXES && fix.time - last.time >= APART_MS) rest.trace.push(fix);
}

/**
 * The fix of a rest at which it came to stand where it stands since: the first that lies with all that follow. A
 * vehicle that waited at a light some metres before its parking place halted twice, and no speed was seen between.
 */
export function finalHalt(rest: Rest): Fix {
  const fixes = [rest.halt, ...rest.trace];
  for (let index = 0; index < fixes.length - 1; index += 1) {
    const fix = fixes[index];
    const later = fixes.slice(index + 1);
    const mean = {
      lat: later.reduce((sum, { lat }) => sum + lat, 0) / later.length,
      lon: later.reduce((sum, { lon }) => sum + lon, 0) / later.length,
    };
    const scatterM = later.reduce((sum, each) => sum + between(each, mean), 0) / later.length;
    if (fix && between(fix, mean) <= Math.max(SAME_M, SCATTER * scatterM)) return fix;
  }
  return fixes.at(-1) ?? rest.halt;
}
