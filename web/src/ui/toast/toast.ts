import type { ReactNode } from 'react';

/** Specification, section 9. */
export const TOAST_DEFAULTS = { delayMs: 500, autohide: true } as const;

export interface Toast {
  title?: string;
  text: ReactNode;
  /** The accent where it is left out. */
  color?: 'red' | 'orange' | 'yellow' | 'green' | 'blue' | undefined;
  /** How long it stays, in milliseconds. Time stands still under the pointer and while the focus is within. */
  delayMs?: number;
  /** Hides by itself; otherwise only by its button. */
  autohide?: boolean;
  /** What a click on it does; it must have another way by keyboard. */
  onClick?: () => void;
}

/** What the host is to do: show a toast, or hide it (null). */
export type ToastOrder = (id: string, toast: Toast | null) => void;

let lastId = 0;
let host: ToastOrder | null = null;
let waiting: Parameters<ToastOrder>[] = [];
const listeners = new Set<() => void>();

function order(...what: Parameters<ToastOrder>): void {
  if (host) return host(...what);
  waiting.push(what);
  for (const listener of listeners) listener();
}

/**
 * Shows a short message in its own frame, in the corner where they all appear.
 * @returns the id with which to hide it
 */
export function showToast(toast: Toast): string {
  const id = `toast-${++lastId}`;
  order(id, toast);
  return id;
}

export const hideToast = (id: string): void => order(id, null);

/** Calls `listener` when a toast waits for somebody to show it. @returns what ends that */
export function whenToastWaits(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** From now on `next` shows toasts, those that wait first. @returns what ends that */
export function hostToasts(next: ToastOrder): () => void {
  host = next;
  for (const what of waiting) next(...what);
  waiting = [];
  return () => {
    host = null;
  };
}
