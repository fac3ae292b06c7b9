import { localStore } from '../../api/local-store.ts';
/**
 * The number of times that each screen was opened in this browser; counted only while the switch is on, and never sent
 * anywhere.
 */
export type Usage = Record<string, number>;

const KEY = 'panel_usage';

/** The screen of an address: its first two segments, without ids. */
export function screenOf(pathname: string): string {
  return pathname
    .split('/')
    .filter((part) => part !== '' && !/^\d+$/.test(part))
    .slice(0, 2)
    .join('/');
}

export function readUsage(): Usage {
  try {
    const stored: unknown = JSON.parse(localStore.getItem(KEY) ?? '{}');
    const entries = Object.entries(typeof stored === 'object' && stored !== null ? stored : {});
    return Object.fromEntries(entries.filter((entry): entry is [string, number] => typeof entry[1] === 'number'));
  } catch {
    return {};
  }
}

export function countScreen(pathname: string): void {
  const screen = screenOf(pathname);
  const usage = readUsage();
  localStore.setItem(KEY, JSON.stringify({ ...usage, [screen]: (usage[screen] ?? 0) + 1 }));
}

export const clearUsage = (): void => localStore.removeItem(KEY);

/** The screens by usage, the most used first. */
export const ranked = (usage: Usage): [screen: string, times: number][] =>
  Object.entries(usage).toSorted(([a, x], [b, y]) => y - x || a.localeCompare(b));
