import type { TFunction } from 'i18next';
import { errorText } from '../error-text.ts';
import { showToast, type Toast } from './toast.ts';

/** A sentence takes longer to read than the specification's 500 ms, which suffice for a word or two. */
const READ_MS = 4000;

/** Shows a success message, long enough to be read. */
export const notify = (text: Toast['text'], toast: Partial<Toast> = {}): string =>
  showToast({ text, delayMs: READ_MS, ...toast });

/** Shows a failure message. */
export const notifyFault = (text: string, toast: Partial<Toast> = {}): string =>
  notify(text, { color: 'red', ...toast });

/** Shows the message of an error. */
export const notifyError = (t: TFunction, error: unknown): string => notifyFault(errorText(t, error));
