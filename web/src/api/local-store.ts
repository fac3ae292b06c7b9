import { BASE_PATH } from './base-path.ts';

/** The prefix of the keys of an application below a path: other applications at this host share the same storage. */
const PREFIX = BASE_PATH === '' ? '' : `${BASE_PATH}:`;

/** This application's part of local storage: all of it, if the application has the host to itself. */
export const localStore = {
  keyOf: (key: string): string => PREFIX + key,
  getItem: (key: string): string | null => localStorage.getItem(PREFIX + key),
  setItem: (key: string, value: string): void => localStorage.setItem(PREFIX + key, value),
  removeItem: (key: string): void => localStorage.removeItem(PREFIX + key),
  clear(): void {
    if (PREFIX === '') return localStorage.clear();
    for (const key of ownKeys()) localStorage.removeItem(key);
  },
  /** All entries, by keys without the prefix. */
  entries: (): [string, string][] =>
    ownKeys().map((key) => [key.slice(PREFIX.length), localStorage.getItem(key) ?? '']),
};

const ownKeys = () =>
  Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index) ?? '').filter((key) =>
    key.startsWith(PREFIX),
  );
