import type { Fault } from '@milepost/contract/fault';
import { i18n } from './i18n.ts';

/** The text of a fault in the current language; `english` if its texts are not loaded yet. */
export function faultText({ code, params }: Fault, english: string = code): string {
  const key = `fault.${code}`;
  return i18n.exists(key) ? i18n.t(key, params ?? {}) : english;
}
