import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Outlet } from './gazetteer-build.ts';

export type { Outlet } from './gazetteer-build.ts';

/** The output file of the shops. */
export const OUTLETS_FILE = fileURLToPath(new URL('../dist/outlets.json', import.meta.url));

/**
 * Supermarkets and convenience stores of the demo city.
 *
 * @throws if the file is missing (the city is not built)
 */
export function loadOutlets(file: string = OUTLETS_FILE): Outlet[] {
  const outlets: Outlet[] = JSON.parse(readFileSync(file, 'utf8'));
  return outlets;
}
