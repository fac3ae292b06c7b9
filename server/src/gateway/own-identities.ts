/** Devices say two at most; more of them would be guesses. */
const MOST = 3;
/** Registered ones have up to 64 letters. */
const LONGEST = 100;

/**
 * What a device calls itself, to be remembered. Copies: a part of a text keeps all of it in memory, and strangers pad a
 * name to 64 KB.
 */
export const ownIdentities = (identities: readonly string[]): string[] =>
  identities.slice(0, MOST).map((identity) => Buffer.from(identity.slice(0, LONGEST)).toString());

/** Whether a device still calls itself as it did. */
export const isStillNamed = ([first = '']: readonly string[], [known]: readonly string[]): boolean =>
  first === known || (first.length > LONGEST && first.slice(0, LONGEST) === known);
