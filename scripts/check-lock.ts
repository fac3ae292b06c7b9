import { readFileSync } from 'node:fs';
import path from 'node:path';

interface Locked {
  version?: string;
  integrity?: string;
  resolved?: string;
  link?: boolean;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

/**
 * A line for each package that is missing in the lock file: `npm ci` would refuse a clean clone. npm silently omits
 * packages for other platforms that a registry lacks. Also a line for each address of a registry.
 */
export function checkLock(root: string): string[] {
  const lock: { packages: Record<string, Locked> } = JSON.parse(
    readFileSync(path.join(root, 'package-lock.json'), 'utf8'),
  );
  return Object.entries(lock.packages).flatMap(([at, locked]) => {
    if (locked.link === true) return [];
    const requested = { ...locked.dependencies, ...locked.optionalDependencies, ...locked.devDependencies };
    const faults = Object.keys(requested)
      .filter((name) => !isFound(lock.packages, at, name))
      .map((name) => `${at || 'package.json'} needs ${name}, which is not in the lock file`);
    if (!at.includes('node_modules/')) return faults;
    if (locked.resolved !== undefined) faults.push(`${at}: the lock file names the registry`);
    if (locked.version === undefined || locked.integrity === undefined) faults.push(`${at}: no version or no hash`);
    return faults;
  });
}

/** True if a resolution from this package's folder upwards finds the package. */
function isFound(packages: Record<string, Locked>, at: string, name: string): boolean {
  for (let from = at; from !== ''; from = from.slice(0, Math.max(0, from.lastIndexOf('node_modules/') - 1))) {
    if (packages[`${from}/node_modules/${name}`]) return true;
  }
  return packages[`node_modules/${name}`] !== undefined;
}
