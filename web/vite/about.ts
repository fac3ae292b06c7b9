import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

interface Package {
  version: string;
  license?: string;
  dependencies?: Record<string, string>;
}

const WEB = path.join(import.meta.dirname, '..');

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what npm itself demands of the file
const readPackage = (folder: string) => JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as Package;

function folderOf(name: string): string {
  const places = [WEB, path.join(WEB, '..')].map((place) => path.join(place, 'node_modules', name));
  return places.find((folder) => existsSync(folder)) ?? name;
}

/**
 * The version of the application, and its libraries with their licences: read at build time, so that they are never out
 * of date.
 */
export function aboutConstants(): Record<string, string> {
  const { version, dependencies = {} } = readPackage(WEB);
  const libraries = Object.keys(dependencies)
    .filter((name) => !name.startsWith('@milepost/'))
    .map((name) => {
      const found = readPackage(folderOf(name));
      return [`${name} ${found.version}`, found.license ?? ''];
    });
  return {
    MILEPOST_VERSION: JSON.stringify(version),
    MILEPOST_LIBRARIES: JSON.stringify(libraries),
  };
}
