import { useEffect, useEffectEvent } from 'react';

export type WallKey = 'next' | 'previous' | 'acknowledge' | 'assign' | 'note' | 'clear' | 'mute' | 'leave';

/** The keys of the board by their effect; also shown at its foot. */
export const WALL_KEYS: Readonly<Record<string, WallKey>> = {
  j: 'next',
  ArrowDown: 'next',
  k: 'previous',
  ArrowUp: 'previous',
  a: 'acknowledge',
  s: 'assign',
  n: 'note',
  c: 'clear',
  m: 'mute',
  Escape: 'leave',
};

/** Handles the keys of the board while nothing is being typed and no dialog is open. */
export function useWallKeys(onKey: (key: WallKey) => void): void {
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    const key = WALL_KEYS[event.key];
    if (!key || event.ctrlKey || event.metaKey || event.altKey) return;
    const { target } = event;
    if (target instanceof Element && target.closest('input, textarea, [role="dialog"], [role="listbox"], canvas'))
      return;
    event.preventDefault();
    onKey(key);
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => pressed(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}
