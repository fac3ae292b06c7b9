import { ownText } from '../own-text.ts';

/** Devices say two at most; more of them would be guesses. */
const MOST = 3;
/** Registered ones have up to 64 letters. */
const LONGEST = 100;

/** What a device calls itself, to be remembered: strangers pad a name to 64 KB. */
export const ownIdentities = (identities: readonly string[]): string[] =>
  identities.slice(0, MOST).map((identity) => ownText(identity.slice(0, LONGEST)));

/** Whether a device still calls itself as it did. */
export const hasSameIdentity = ([first = '']: readonly string[], [known]: readonly string[]): boolean =>
  first === known || (first.length > LONGEST && first.slice(0, LONGEST) === known);
