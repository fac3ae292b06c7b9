import { NOTHING_DECODED } from '../tools/bad-frame.ts';
import { Fields } from '../tools/fields.ts';
import { asciiBytes } from '../tools/text.ts';
import { secondText } from '../tools/units.ts';
import type { Decoded, Message, Reply } from '../types.ts';
import { MAX_FRAME_BYTES } from './framer.ts';
import { type FieldFault, isGrave, type Layout, type Meaning } from './layout.ts';
import { readLayout } from './read-layout.ts';

/** What frames of a layout are: positions, log-ins, or heartbeats. */
export const FRAME_KINDS = ['report', 'login', 'heartbeat'] as const;
/** Letters that part fields; none that is found within one. */
export const SEPARATORS = [',', ';', '|', '#', '~', '^', '/', ' '] as const;

/** How frames of some devices are read, as a person said, and which frames those are. */
export interface LayoutProfile {
  separator: (typeof SEPARATORS)[number];
  kind: (typeof FRAME_KINDS)[number];
  /** What the fields with these meanings say in such frames, and in no others; at least one. */
  header: string | null;
  vendor: string | null;
  layout: Layout;
}

/** Fields of a frame: between the dollar and the asterisk, as they are. */
export function fieldsOf(text: string, separator: string): Fields {
  const trimmed = text.trim();
  const [from, star] = [trimmed.startsWith('$') ? 1 : 0, trimmed.indexOf('*')];
  return new Fields(trimmed.slice(from, star < 0 ? trimmed.length : star), separator);
}

/** Blanks around it are left out, as they are where a person saves what a field says. */
const matches = (fields: Fields, at: number | undefined, wanted: string | null): boolean =>
  wanted === null || (at !== undefined && fields.field(at)?.trim() === wanted);

/** Whether a profile is for a frame with these fields. */
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

/** What a frame says by a profile that is for it. */
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

/** What the standard answers to a log-in and to a heartbeat. */
export function repliesTo(kind: LayoutProfile['kind'], separator: string, now: Date): Reply[] {
  if (kind === 'report') return [];
  const words = kind === 'login' ? ['$', 'LGN', secondText(now), '*'] : ['$', 'HBT', '*'];
  return [{ when: 'now', bytes: asciiBytes(words.join(separator)) }];
}

/** Finds which profile a frame is for and reads it: a scan, whose only cost without profiles is a look at the list. */
export function newProfileReader<Profile extends LayoutProfile>(
  profiles: readonly Profile[],
): (text: string, now: Date) => { profile: Profile; decoded: Decoded } | null {
  // The more that is said of a frame, the more precise: header and vendor go before one of them.
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
