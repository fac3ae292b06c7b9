import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Code that reads or writes a time in the browser's zone, which must not be used
 * (docs/decisions/0021-whose-day-it-is.md). Days and hours come from `web/src/text`, where the zone is always given.
 */
const BROWSERS_ZONE: [pattern: RegExp, instead: string][] = [
  [
    /\.[gs]et(?:FullYear|Month|Date|Day|Hours|Minutes|Seconds|Milliseconds|TimezoneOffset)\(/g,
    'use text/local-day, or the UTC method for a day of the calendar',
  ],
  [/\.to(?:Locale(?:Date|Time)?|Date|Time)String\(/g, 'use text/format'],
  [/new Date\(\s*[^()]+(?:\([^()]*\)[^()]*)*,/g, 'use Date.UTC, or startOfDay of text/local-day'],
  // Its locales contain only the names of months and days.
  [/\bdayjs\(|['"]dayjs\b(?!\/locale\/)/g, 'use text/local-day'],
  [/T\d\d:\d\d(?::\d\d)?(?:\.\d+)?['"`]/g, 'say the zone, or use startOfDay of text/local-day'],
  [/\bIntl\.DateTimeFormat(?:\((?![^;]*\btimeZone\b)|(?!\())/g, 'give it a timeZone, or use text/format'],
];

/** An `Intl.DateTimeFormat` as a type, which formats nothing. */
const AS_TYPE = /[:<,]\s*$|\bas\s*$/;

/** A line for each place in the web application that uses the browser's zone. */
export function checkZones(root: string): string[] {
  return globSync('web/src/**/*.{ts,tsx}', { cwd: root })
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .flatMap((file) => checkFile(file.replaceAll('\\', '/'), readFileSync(path.join(root, file), 'utf8')));
}

/** Checks one file, given its path and its text. */
export function checkFile(file: string, text: string): string[] {
  // Comments are blanked but keep their length, so that lines keep their numbers.
  const code = text.replaceAll(/\/\*[^]*?\*\/|(?<=^|\s)\/\/.*/g, (comment) => comment.replaceAll(/[^\n]/g, ' '));
  return BROWSERS_ZONE.flatMap(([pattern, instead]) =>
    [...code.matchAll(pattern)]
      .filter(({ 0: found, index }) => !(found === 'Intl.DateTimeFormat' && AS_TYPE.test(code.slice(0, index))))
      .map(({ 0: found, index }) => {
        const line = code.slice(0, index).split('\n').length;
        return `${file}:${line}: "${found.trim()}" follows the browser's time zone; ${instead}`;
      }),
  );
}
