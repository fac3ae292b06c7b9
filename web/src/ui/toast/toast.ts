import type { ReactNode } from 'react';

/** Specification, section 9. */
export const TOAST_DEFAULTS = { delayMs: 500, autohide: true } as const;

export interface Toast {
  title?: string;
  text: ReactNode;
  /** The accent colour by default. */
  color?: 'red' | 'orange' | 'yellow' | 'green' | 'blue' | undefined;
  /** How long it stays, in milliseconds. The timer is stopped under the pointer and while the focus is within. */
  delayMs?: number;
  /** True if it hides by itself; otherwise only by its button. */
  autohide?: boolean;
  /** The action of a click on it; it must also be available by keyboard. */
  onClick?: () => void;
}

/** The order for the host: show a toast, or hide it (null). */
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
 * Shows a short message in its own frame, in the corner of all toasts.
 * @returns the id with which to hide it
 */
export function showToast(toast: Toast): string {
  const id = `toast-${++lastId}`;
  order(id, toast);
  return id;
}

export const hideToast = (id: string): void => order(id, null);

/** Calls `listener` when a toast waits for a host. @returns a function that ends the subscription */
export function whenToastWaits(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Makes `next` the host of toasts, beginning with the waiting ones. @returns a function that ends this */
export function hostToasts(next: ToastOrder): () => void {
  host = next;
  for (const what of waiting) next(...what);
  waiting = [];
  return () => {
    host = null;
  };
}
