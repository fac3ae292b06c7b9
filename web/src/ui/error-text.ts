import type { TFunction } from 'i18next';
import { CallError } from '../api/call-error.ts';

/** What to tell the person about an error, with the reference that finds it in the server's log. */
export function errorText(t: TFunction, error: unknown): string {
  if (!(error instanceof CallError)) return error instanceof Error ? error.message : String(error);
  if (error.status === 0) return t('form.unreachable');
  return error.reference === undefined
    ? error.message
    : `${error.message} ${t('form.reference', { reference: error.reference })}`;
}
