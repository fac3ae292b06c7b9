import { elementAt } from './at.ts';
import { folded } from './folded.ts';
import type { Town } from './towns.ts';
import type { TownsFile } from './towns-build.ts';

export interface FoundTown extends Town {
  lat: number;
  lon: number;
}

/**
 * Returns towns whose name begins with the query, the largest first; after a comma the beginning of the region may
 * follow ("aurangabad, bihar").
 *
 * @param names of all towns, in the order of the file
 * @param most the limit
 */
export function findTowns(
  file: TownsFile,
  names: readonly string[],
  town: (id: number) => Town,
  typed: string,
  most: number,
): FoundTown[] {
  const [name = '', region = ''] = typed.split(',').map(folded);
  if (name.length < 2) return [];
  // Folding every name would take a tenth of a second, so a cheap check of the first letter comes first.
  const first = name.charAt(0);
  const ids = names.flatMap((one, id) => (mayBegin(one, first) && begins(one, name) ? [id] : []));
  for (const [id, arabic] of file.arabic) if (begins(arabic, name)) ids.push(id);
  return ids
    .filter((id) => region === '' || begins(elementAt(file.regions, elementAt(file.region, id))[1], region))
    .toSorted((a, b) => elementAt(file.people, b) - elementAt(file.people, a))
    .slice(0, most)
    .map((id) => ({ ...town(id), lat: elementAt(file.lat, id) / 1e5, lon: elementAt(file.lon, id) / 1e5 }));
}

const begins = (text: string, part: string): boolean => folded(text).startsWith(part);

/** False only where a name certainly begins with another letter: ASCII letters fold to themselves. */
function mayBegin(name: string, first: string): boolean {
  const code = name.charCodeAt(0);
  return code > 127 || name.charAt(0).toLowerCase() === first;
}
