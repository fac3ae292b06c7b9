import { isSecret } from './device-secret.ts';

export const MASK = '***';

/** A cheap check first: nearly every request has no match. */
const MAYBE = /secret|passw|token/i;
/** `=` or `:`, plain or percent-encoded, with the quotes and spaces of JSON. */
const SECRET =
  /((?:secret|passw(?:or)?d|token)(?:["']|%2[27])?\s*(?:=|:|%3[ad])\s*)(["']|%2[27])?([^\s&;,"'{}?%]|%(?!2[267c]|3b))+/gi;
/** Secrets in our own format, see `newDeviceSecret`. */
const OURS = /[a-z2-7]{26}/gi;
const MAX_TRIED = 50;

/**
 * Masks everything in a text that looks like the value of a secret, however the parameter is written and wherever it
 * appears: a misplaced secret must not turn up in a list or in a stored report.
 */
export function maskSecrets(text: string): string {
  if (!MAYBE.test(text)) return text;
  return text.replaceAll(SECRET, (whole, before: string, quote: string | undefined) => {
    // A JSON number is replaced by a number.
    const isNumber = quote === undefined && /:\s*$/.test(before) && /:\s*-?\d+(?:\.\d+)?$/.test(whole);
    return `${before}${quote ?? ''}${isNumber ? 0 : MASK}`;
  });
}

/** Masks the secret with this hash in a text, under whatever name it appears. */
export function maskSecret(text: string, hash: Buffer): string {
  let tried = 0;
  return text.replaceAll(OURS, (word) => (++tried <= MAX_TRIED && isSecret(word, hash) ? MASK : word));
}
