import { useSyncExternalStore } from 'react';
import { localStore } from '../../api/local-store.ts';

/** The six switches of the right panel (specification, section 2). */
export const SWITCHES = [
  'report-usage',
  'email-redirect',
  'notifications',
  'auto-updates',
  'offline',
  'location',
] as const;
export type Switch = (typeof SWITCHES)[number];
export type Settings = Record<Switch, boolean>;

const KEY = 'panel_settings';
const DEFAULTS: Settings = {
  'report-usage': false,
  'email-redirect': false,
  notifications: true,
  'auto-updates': true,
  offline: false,
  location: false,
};

/** Parses the stored settings; missing or invalid ones get their defaults. */
export function parseSettings(stored: string | null): Settings {
  let found: unknown;
  try {
    found = JSON.parse(stored ?? '{}');
  } catch {
    found = {};
  }
  const values = new Map<string, unknown>(Object.entries(found ?? {}));
  const settings = { ...DEFAULTS };
  for (const name of SWITCHES) {
    const value = values.get(name);
    if (typeof value === 'boolean') settings[name] = value;
  }
  return settings;
}

let present = parseSettings(localStore.getItem(KEY));
const listeners = new Set<() => void>();

export const readSettings = (): Settings => present;

export function saveSetting(name: Switch, on: boolean): void {
  present = { ...present, [name]: on };
  localStore.setItem(KEY, JSON.stringify(present));
  for (const listener of listeners) listener();
}

export function onSettings(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useSettings = (): Settings => useSyncExternalStore(onSettings, readSettings);
