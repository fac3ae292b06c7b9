import { isSecret } from './device-secret.ts';

export const MASK = '***';

/** Whether it is worth looking closer: nearly every request has none. */
const MAYBE = /secret|passw|token/i;
/** `=` or `:`, plain or percent-encoded, with the quotes and spaces of JSON. */
const SECRET =
  /((?:secret|passw(?:or)?d|token)(?:["']|%2[27])?\s*(?:=|:|%3[ad])\s*)(["']|%2[27])?([^\s&;,"'{}?%]|%(?!2[267c]|3b))+/gi;
/** Secrets that we make: see `newDeviceSecret`. */
const OURS = /[a-z2-7]{26}/gi;
const MOST_TRIED = 50;

/**
 * A text without what looks like the value of a secret, however the parameter is written and wherever it stands: whoever
 * misplaced one must not find it in a list or in a stored report.
 */
export function maskSecrets(text: string): string {
  if (!MAYBE.test(text)) return text;
  return text.replaceAll(SECRET, (whole, before: string, quote: string | undefined) => {
    // A number of JSON stays one.
    const isNumber = quote === undefined && /:\s*$/.test(before) && /:\s*-?\d+(?:\.\d+)?$/.test(whole);
    return `${before}${quote ?? ''}${isNumber ? 0 : MASK}`;
  });
}

/** A text without the secret with this hash, under whatever name it stands. */
export function maskSecret(text: string, hash: Buffer): string {
  let tried = 0;
  return text.replaceAll(OURS, (word) => (++tried <= MOST_TRIED && isSecret(word, hash) ? MASK : word));
}
