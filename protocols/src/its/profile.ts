import { NOTHING_DECODED } from '../tools/bad-frame.ts';
import { Fields } from '../tools/fields.ts';
import { asciiBytes } from '../tools/text.ts';
import { secondText } from '../tools/units.ts';
import type { Decoded, Message, Reply } from '../types.ts';
import { MAX_FRAME_BYTES } from './framer.ts';
import { type FieldFault, isGrave, type Layout, type Meaning } from './layout.ts';
import { readLayout } from './read-layout.ts';

/** The kinds of frames with a layout: positions, logins, or heartbeats. */
export const FRAME_KINDS = ['report', 'login', 'heartbeat'] as const;
/** Characters that separate fields; none of them occurs within one. */
export const SEPARATORS = [',', ';', '|', '#', '~', '^', '/', ' '] as const;

/** How frames of some devices are read, as described by the user, and which frames the profile applies to. */
export interface LayoutProfile {
  separator: (typeof SEPARATORS)[number];
  kind: (typeof FRAME_KINDS)[number];
  /** The values of the fields with these meanings that identify such frames; at least one. */
  header: string | null;
  vendor: string | null;
  layout: Layout;
}

/** Returns the fields of a frame between the dollar sign and the asterisk, unchanged. */
export function fieldsOf(text: string, separator: string): Fields {
  const trimmed = text.trim();
  const [from, star] = [trimmed.startsWith('$') ? 1 : 0, trimmed.indexOf('*')];
  return new Fields(trimmed.slice(from, star < 0 ? trimmed.length : star), separator);
}

/** Surrounding blanks are ignored, as they are when a user saves the value. */
const matches = (fields: Fields, at: number | undefined, wanted: string | null): boolean =>
  wanted === null || (at !== undefined && fields.field(at)?.trim() === wanted);

/** True when a profile applies to a frame with these fields. */
export const isFor = ({ header, vendor, layout }: LayoutProfile, fields: Fields): boolean =>
  (header !== null || vendor !== null) &&
  matches(fields, layout.fields.header, header) &&
  matches(fields, layout.fields.vendor, vendor);

const NAMES: Readonly<Partial<Record<Meaning, string>>> = {
  imei: 'IMEI',
  lat: 'latitude',
  latSide: 'half of the latitude',
  lon: 'longitude',
  lonSide: 'half of the longitude',
};
const FAULTS: Readonly<Record<FieldFault['fault'], string>> = {
  missing: 'is missing',
  imei: 'is not 15 digits',
  time: 'is not in the form that was chosen',
  degrees: 'is not in the form that was chosen',
  range: 'is not on earth',
  side: 'is none of N, S, E and W',
  number: 'is no number',
  switch: 'is neither on nor off',
  bits: 'is not of zeros and ones',
};

export const faultText = ({ meaning, fault }: FieldFault): string =>
  `the ${NAMES[meaning] ?? meaning} ${FAULTS[fault]}`;

/** Reads a frame by a profile that applies to it. */
export function readByProfile(
  profile: LayoutProfile,
  fields: Fields,
  now: Date,
): { decoded: Decoded; faults: FieldFault[] } {
  const { identity, message, faults } = readLayout(fields, profile.layout);
  const grave = faults.find(isGrave);
  if (identity === undefined || grave) {
    const first: FieldFault = grave ?? { meaning: 'imei', fault: 'missing' };
    return { decoded: { ...NOTHING_DECODED, fault: faultText(first) }, faults: grave ? faults : [first, ...faults] };
  }
  const { kind, separator } = profile;
  const messages: Message[] = [{ ...message, kind }];
  return { decoded: { identities: [identity], messages, replies: repliesTo(kind, separator, now) }, faults };
}

/** The standard's answers to a login and to a heartbeat. */
export function repliesTo(kind: LayoutProfile['kind'], separator: string, now: Date): Reply[] {
  if (kind === 'report') return [];
  const words = kind === 'login' ? ['$', 'LGN', secondText(now), '*'] : ['$', 'HBT', '*'];
  return [{ when: 'now', bytes: asciiBytes(words.join(separator)) }];
}

/**
 * Finds the profile of a frame and reads it. A linear search, which costs nothing but a length check without profiles.
 */
export function newProfileReader<Profile extends LayoutProfile>(
  profiles: readonly Profile[],
): (text: string, now: Date) => { profile: Profile; decoded: Decoded } | null {
  // A profile is more specific the more it requires: one with header and vendor precedes one with either.
  const decoded = ({ header, vendor }: LayoutProfile) => Number(header !== null) + Number(vendor !== null);
  const bySeparator = Map.groupBy(
    profiles.toSorted((one, other) => decoded(other) - decoded(one)),
    ({ separator }) => separator,
  );
  return (text, now) => {
    if (text.length > MAX_FRAME_BYTES) return null;
    for (const [separator, own] of bySeparator) {
      if (!text.includes(separator)) continue;
      const fields = fieldsOf(text, separator);
      const profile = own.find((one) => isFor(one, fields));
      if (profile) return { profile, decoded: readByProfile(profile, fields, now).decoded };
    }
    return null;
  };
}
