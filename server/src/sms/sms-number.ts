/** What groups the digits of a number as people write it. */
const GROUPING = /[\s()./-]/g;

/** A telephone as a provider takes it; null for what is none. */
export function smsNumber(phone: string | null): string | null {
  const number = phone?.replaceAll(GROUPING, '') ?? '';
  return /^\+?\d{6,15}$/.test(number) ? number : null;
}
