import type { Fault } from '@milepost/contract/fault';
import { i18n } from './i18n.ts';

/** A fault in the language that is spoken; `english` where its texts are not fetched yet. */
export function faultText({ code, params }: Fault, english: string = code): string {
  const key = `fault.${code}`;
  return i18n.exists(key) ? i18n.t(key, params ?? {}) : english;
}
