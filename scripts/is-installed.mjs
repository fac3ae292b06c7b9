// This module runs on Node 20 or newer without any installed packages, like prepare.mjs.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

const DEMANDS = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'];

/**
 * True if npm's record of its last installation agrees with the lock file, and the lock file with the rooms'
 * dependencies. Packages of other platforms can be missing, and, without `tests`, those that only tests and checks use.
 */
export function isInstalled(root, { tests }) {
  const installed = packagesOf(path.join(root, 'node_modules/.package-lock.json'));
  const locked = packagesOf(path.join(root, 'package-lock.json'));
  if (!installed || !locked) return false;
  const complete = Object.entries(locked).every(([at, { version, optional, dev, devOptional }]) =>
    at.includes('node_modules/')
      ? installed[at]
        ? installed[at].version === version
        : optional || devOptional || (dev && !tests)
      : asksForTheSame(locked[at], readJson(path.join(root, at, 'package.json'))),
  );
  return complete && Object.keys(installed).every((at) => locked[at]);
}

const asksForTheSame = (one, other) =>
  DEMANDS.every((kind) => JSON.stringify(sorted(one[kind])) === JSON.stringify(sorted(other[kind])));

const sorted = (demands = {}) => Object.entries(demands).toSorted(([a], [b]) => (a < b ? -1 : 1));

const packagesOf = (lockFile) => (existsSync(lockFile) ? readJson(lockFile).packages : null);

const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));
