import { useSyncExternalStore } from 'react';

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

/** Reads what is kept; what is missing or wrong takes its default. */
export function parseSettings(kept: string | null): Settings {
  let found: unknown;
  try {
    found = JSON.parse(kept ?? '{}');
  } catch {
    found = {};
  }
  const values = typeof found === 'object' && found !== null ? (found as Record<string, unknown>) : {};
  const entries = SWITCHES.map((name) => [name, values[name] === true || (values[name] !== false && DEFAULTS[name])]);
  return Object.fromEntries(entries) as Settings;
}

let present = parseSettings(localStorage.getItem(KEY));
const listeners = new Set<() => void>();

export const readSettings = (): Settings => present;

export function saveSetting(name: Switch, on: boolean): void {
  present = { ...present, [name]: on };
  localStorage.setItem(KEY, JSON.stringify(present));
  for (const listener of listeners) listener();
}

export function onSettings(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useSettings = (): Settings => useSyncExternalStore(onSettings, readSettings);
