import { ownText } from '../own-text.ts';

/** Devices send at most two; more would be probes. */
const MOST = 3;
/** Registered identities have up to 64 characters. */
const LONGEST = 100;

/** The identities of a device, safe to store: an unknown device may pad one to 64 KB. */
export const ownIdentities = (identities: readonly string[]): string[] =>
  identities.slice(0, MOST).map((identity) => ownText(identity.slice(0, LONGEST)));

/** True when a device still has the same first identity. */
export const hasSameIdentity = ([first = '']: readonly string[], [known]: readonly string[]): boolean =>
  first === known || (first.length > LONGEST && first.slice(0, LONGEST) === known);
