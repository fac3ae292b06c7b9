import { ownText } from '../own-text.ts';

/** Devices send at most two; more would be probes. */
const MAX_IDENTITIES = 3;
/** Registered identities have up to 64 characters. */
const MAX_LENGTH = 100;

/** The identities of a device, safe to store: an unknown device may pad one to 64 KB. */
export const ownIdentities = (identities: readonly string[]): string[] =>
  identities.slice(0, MAX_IDENTITIES).map((identity) => ownText(identity.slice(0, MAX_LENGTH)));

/** True when a device still has the same first identity. */
export const hasSameIdentity = ([first = '']: readonly string[], [known]: readonly string[]): boolean =>
  first === known || (first.length > MAX_LENGTH && first.slice(0, MAX_LENGTH) === known);
