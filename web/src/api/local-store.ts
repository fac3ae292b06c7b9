import { BASE_PATH } from './base-path.ts';

/** Before the keys of an application below a path: what else is at this host has a storage in common with it. */
const PREFIX = BASE_PATH === '' ? '' : `${BASE_PATH}:`;

/** This application's own part of local storage: all of it, where the host is its own. */
export const localStore = {
  keyOf: (key: string): string => PREFIX + key,
  getItem: (key: string): string | null => localStorage.getItem(PREFIX + key),
  setItem: (key: string, value: string): void => localStorage.setItem(PREFIX + key, value),
  removeItem: (key: string): void => localStorage.removeItem(PREFIX + key),
  clear(): void {
    if (PREFIX === '') return localStorage.clear();
    for (const key of ownKeys()) localStorage.removeItem(key);
  },
  /** All that is there, by keys without the path. */
  entries: (): [string, string][] =>
    ownKeys().map((key) => [key.slice(PREFIX.length), localStorage.getItem(key) ?? '']),
};

const ownKeys = () =>
  Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index) ?? '').filter((key) =>
    key.startsWith(PREFIX),
  );
