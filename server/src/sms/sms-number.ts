/** Characters that group the digits of a number as people write it. */
const GROUPING = /[\s()./-]/g;

/** A phone number in the form that a provider accepts; null when it is none. */
export function smsNumber(phone: string | null): string | null {
  const number = phone?.replaceAll(GROUPING, '') ?? '';
  return /^\+?\d{6,15}$/.test(number) ? number : null;
}
