import type { TFunction } from 'i18next';
import { CallError } from '../api/call-error.ts';
import { isolate } from '../text/isolate.ts';

/** The message for the person about an error. */
export function errorText(t: TFunction, error: unknown): string {
  if (!(error instanceof CallError)) return error instanceof Error ? error.message : String(error);
  const { code, params } = error.fault;
  return t(`fault.${code}`, { ...params, defaultValue: isolate(error.message) });
}
