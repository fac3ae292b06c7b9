import { useSyncExternalStore } from 'react';
import { type Appearance, choose, fromStorage, toStorage, type Tone } from './skins.ts';
import { localStore } from '../../api/local-store.ts';

/** The preference of the system or the browser. */
const DARK = matchMedia('(prefers-color-scheme: dark)');
const systemTone = (): Tone => (DARK.matches ? 'dark' : 'light');
const readStored = () => fromStorage((key) => localStore.getItem(key), systemTone());

let present: Appearance = readStored();
DARK.addEventListener('change', restoreAppearance);
document.documentElement.dataset['skin'] = present.skin;
const listeners = new Set<() => void>();

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The current appearance, stored in local storage and restored on load. */
export const useAppearance = (): Appearance => useSyncExternalStore(subscribe, () => present);
export const readAppearance = (): Appearance => present;

export function chooseAppearance(choice: Partial<Appearance>): void {
  const next = choose(present, choice);
  for (const [key, value] of Object.entries(toStorage(next))) localStore.setItem(key, value);
  if (choice.theme !== undefined) themeValue = choice.theme;
  show(next);
}

/** Follows the system from now on. */
export const followSystem = (): void => chooseAppearance({ theme: systemTone(), auto: true });

/** Called when another tab chose an appearance, or the system changed. */
export function restoreAppearance(): void {
  show(readStored());
}

function show(next: Appearance) {
  present = next;
  document.documentElement.dataset['skin'] = next.skin;
  for (const listener of listeners) listener();
}

/** The current theme value: starts empty; any screen can change it (specification, section 3). */
let themeValue: Tone | '' = '';
export const useThemeValue = (): Tone | '' => useSyncExternalStore(subscribe, () => themeValue);
export const setThemeValue = (theme: Tone): void => chooseAppearance({ theme });
