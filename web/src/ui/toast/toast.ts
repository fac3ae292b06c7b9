import { notifications, notificationsStore } from '@mantine/notifications';
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

/**
 * Shows a short message in its own frame, in the corner where they all appear.
 * @returns the id with which to hide it
 */
export function showToast({ title, text, color, onClick, ...toast }: Toast): string {
  const { delayMs = TOAST_DEFAULTS.delayMs, autohide = TOAST_DEFAULTS.autohide } = toast;
  const autoClose = autohide && delayMs;
  // Mantine's holds its time under the pointer alone.
  const hold = (held: boolean) => notifications.update({ id, message: text, autoClose: !held && autoClose });
  const id: string = notifications.show({
    title,
    message: text,
    color,
    autoClose,
    onFocus: () => hold(true),
    onBlur: () => hold(false),
    ...(onClick && { onClick, style: { cursor: 'pointer' } }),
  });
  return id;
}

export function hideToast(id: string): void {
  notifications.hide(id);
}

/** Calls `listener` when a toast is shown or hidden. @returns what ends it */
export const subscribeToasts = (listener: () => void): (() => void) => notificationsStore.subscribe(listener);
