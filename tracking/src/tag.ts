import { driverTag } from '@milepost/protocols/tools/driver-tag';
import type { TagSpan } from './fact.ts';
import type { Run } from './run.ts';
import type { OpenTag, TrackState } from './track-state.ts';

/** A reported tag holds until another one is reported, or until neither it nor driving was reported for this long. */
export const TAG_HOLD_S = 7200;

/**
 * Returns a tag in the form used for comparison: devices and people write the same one with or without leading zeros
 * and separators, in either case, and a key (iButton) in any of the notations of `driverTag`. Empty if no characters
 * remain.
 */
export const tagKey = (written: string): string =>
  driverTag(written)
    .toUpperCase()
    .replaceAll(/[^0-9A-Z]/g, '')
    .replace(/^0+/, '');

/** Keys of the tags that were written last: a reader repeats its tag with each report. */
const known = new Map<string, string>();
const MAX_KNOWN = 1000;

function keyOf(written: string): string {
  let key = known.get(written);
  if (key === undefined) {
    if (known.size >= MAX_KNOWN) known.clear();
    known.set(written, (key = tagKey(written)));
  }
  return key;
}

/**
 * Follows which driver's tag is active. Readers report a tag with every report, or once when it is presented, so it
 * holds while the vehicle drives and rests briefly. If it is presented during a trip without another tag, it holds from
 * the beginning of the trip.
 */
export function watchTag(run: Run, written: string | undefined): void {
  const { state, now } = run;
  if (state.tag && now - lastSign(state.tag) > TAG_HOLD_S * 1000) endTag(run, state.tag, lastSign(state.tag));
  if (state.tag && state.trip?.kind === 'trip' && !state.rest && state.fix) {
    state.tag.drivenAt = Math.max(state.tag.drivenAt, state.fix.time);
  }
  const tag = written ? keyOf(written) : '';
  if (tag === '') return;
  if (state.tag?.tag === tag) {
    state.tag.lastAt = now;
    return;
  }
  const start = startOf(run);
  if (state.tag) endTag(run, state.tag, start);
  state.tag = { tag, key: `tag:${now}:${state.hash}`, start, confirmedAt: now, lastAt: now, drivenAt: now };
}

function startOf({ state, now }: Run): number {
  const { trip, tag } = state;
  if (trip?.kind !== 'trip' || (tag && tag.lastAt >= trip.start.time)) return now;
  return Math.min(now, Math.max(trip.start.time, state.taggedUntil ?? -Infinity));
}

/** Returns when the tag was last reported, or driving was last reported since. */
const lastSign = ({ lastAt, drivenAt }: OpenTag): number => Math.max(lastAt, drivenAt);

function endTag({ state, facts }: Run, tag: OpenTag, end: number): void {
  facts.push(tagOf(tag, end));
  state.taggedUntil = end;
  state.tag = null;
}

/** Ends the tag of a device that leaves its vehicle. */
export function endLastTag(run: Run): void {
  if (run.state.tag) endTag(run, run.state.tag, lastSign(run.state.tag));
}

/** Returns the tag that still holds at the end of a batch. */
export const openTag = ({ tag }: TrackState): TagSpan[] => (tag ? [tagOf(tag, null)] : []);

function tagOf(tag: OpenTag, end: number | null): TagSpan {
  const { key, confirmedAt, start, lastAt } = tag;
  const durationS = ((end ?? lastSign(tag)) - start) / 1000;
  return { kind: 'tag', key, confirmedAt, start, end, durationS, tag: tag.tag, lastAt };
}
