import { offsetMs } from '@milepost/tracking/local-day';
import type { FullFix } from '../store/tracks/track-fixes.ts';

export const timeMs = (fix: FullFix): number => Math.floor(fix.cursor.micros / 1000);
export const timeText = (fix: FullFix): string => new Date(timeMs(fix)).toISOString();

const two = (value: number) => String(Math.floor(value)).padStart(2, '0');

/** A moment as ISO 8601 with the offset of a zone: "2026-02-01T07:00:00.000-03:00"; in UTC itself with "Z". */
export function zonedText(ms: number, timeZone: string): string {
  const offset = offsetMs(timeZone, ms);
  const minutes = Math.abs(offset) / 60_000;
  const offsetText = offset === 0 ? 'Z' : `${offset < 0 ? '-' : '+'}${two(minutes / 60)}:${two(minutes % 60)}`;
  return `${new Date(ms + offset).toISOString().slice(0, -1)}${offsetText}`;
}

/** Degrees with the seven decimals that are stored. */
export const degrees = (value: number): string => value.toFixed(7);

/** Text for an element or an attribute of XML 1.0, without the characters that are not allowed in it. */
export function xmlText(text: string): string {
  return (
    text
      .toWellFormed()
      // oxlint-disable-next-line no-control-regex -- those are what XML 1.0 cannot hold
      .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;')
  );
}

/**
 * Splits the fixes at silences longer than `holeMs`; `continues` when the first part continues from the fix before.
 */
export function runsOf(
  fixes: readonly FullFix[],
  previousMs: number | null,
  gapMs: number,
): { continues: boolean; fixes: readonly FullFix[] }[] {
  const runs: { continues: boolean; fixes: FullFix[] }[] = [];
  let before = previousMs;
  for (const fix of fixes) {
    const time = timeMs(fix);
    const run = runs.at(-1);
    const continues = before !== null && time - before <= gapMs;
    if (run && continues) run.fixes.push(fix);
    else runs.push({ continues, fixes: [fix] });
    before = time;
  }
  return runs;
}
