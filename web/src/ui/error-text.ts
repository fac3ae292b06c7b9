import type { TFunction } from 'i18next';
import { CallError } from '../api/call-error.ts';

/** What to tell the person about an error. */
export function errorText(t: TFunction, error: unknown): string {
  if (!(error instanceof CallError)) return error instanceof Error ? error.message : String(error);
  const { code, params } = error.fault;
  return t(`fault.${code}`, { ...params, defaultValue: error.message });
}
