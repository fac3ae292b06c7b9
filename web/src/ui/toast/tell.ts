import type { TFunction } from 'i18next';
import { errorText } from '../error-text.ts';
import { showToast, type Toast } from './toast.ts';

/** A sentence takes longer to read than the specification's 500 ms, which are for a word or two. */
const READ_MS = 4000;

/** Says what was done, long enough to be read. */
export const tell = (text: Toast['text'], toast: Partial<Toast> = {}): string =>
  showToast({ text, delayMs: READ_MS, ...toast });

/** Says what did not succeed, and why. */
export const tellFault = (text: string, toast: Partial<Toast> = {}): string => tell(text, { color: 'red', ...toast });

/** Says why something did not succeed. */
export const tellError = (t: TFunction, error: unknown): string => tellFault(errorText(t, error));
