import {
  type DescribedLayout,
  LAYOUT_MEANINGS,
  LAYOUT_SEPARATORS,
  type Layout,
  type LayoutMeaning,
} from '@milepost/contract/layout-profile-operations';

export type Meaning = LayoutMeaning | 'nothing';
export const MEANINGS: readonly Meaning[] = [...LAYOUT_MEANINGS, 'nothing'];

/** The person's choices so far; header and vendor are as typed. */
export interface LayoutDraft extends Pick<DescribedLayout, 'separator' | 'kind'>, Layout {
  header: string;
  vendor: string;
}

/** The separator of a frame: the one that splits it into the most fields. */
export function separatorOf(frame: string): LayoutDraft['separator'] {
  const times = (separator: string) => frame.split(separator).length;
  return LAYOUT_SEPARATORS.reduce((best, one) => (times(one) > times(best) ? one : best), LAYOUT_SEPARATORS[0]);
}

export const emptyDraft = (separator: LayoutDraft['separator']): LayoutDraft => ({
  separator,
  kind: 'report',
  header: '',
  vendor: '',
  fields: {},
  dateForm: 'ddmmyyyy',
  degreeForm: 'degrees',
  speedUnit: 'kmh',
});

export const meaningAt = ({ fields }: LayoutDraft, at: number): Meaning =>
  LAYOUT_MEANINGS.find((meaning) => fields[meaning] === at) ?? 'nothing';

/**
 * The draft after a field, the one with index `at` and this `value`, was given a meaning, which replaces its previous
 * one.
 */
export function withMeaning(draft: LayoutDraft, at: number, value: string, meaning: Meaning): LayoutDraft {
  const before = meaningAt(draft, at);
  if (before === meaning) return draft;
  const remaining = Object.entries(draft.fields).filter(([name]) => name !== before && name !== meaning);
  const next: LayoutDraft = {
    ...draft,
    ...((before === 'header' || before === 'vendor') && { [before]: '' }),
    fields: Object.fromEntries(remaining),
  };
  if (meaning === 'nothing') return next;
  return {
    ...next,
    ...((meaning === 'header' || meaning === 'vendor') && { [meaning]: value }),
    ...(meaning === 'date' && { dateForm: dateFormOf(value) ?? draft.dateForm }),
    ...(meaning === 'lat' && { degreeForm: degreeFormOf(value) }),
    fields: { ...next.fields, [meaning]: at },
  };
}

/** The likely format of a date, alone or followed by the time. Undefined if its length is inconclusive. */
function dateFormOf(value: string): LayoutDraft['dateForm'] | undefined {
  const digits = value.replaceAll(/\D/g, '');
  if (digits.length === 10) return 'seconds';
  if (digits.length <= 2) return 'parts';
  const yearFirst = digits.startsWith('20');
  if (digits.length === 8 || digits.length === 14) return yearFirst && monthOf(digits) <= 12 ? 'yyyymmdd' : 'ddmmyyyy';
  return digits.length === 6 || digits.length === 12 ? 'ddmmyy' : undefined;
}

/** The month of "yyyymmdd"; for "20032026" that would be 20. */
const monthOf = (digits: string): number => Number(digits.slice(4, 6));

/** Degrees have at most three digits before the point. */
const degreeFormOf = (value: string): LayoutDraft['degreeForm'] =>
  /^\s*[+-]?\d{4}/.test(value) ? 'minutes' : 'degrees';

/** The profile of the draft. */
export function profileOf(draft: LayoutDraft): DescribedLayout {
  const { separator, kind, header, vendor, fields, dateForm, degreeForm, speedUnit } = draft;
  return {
    separator,
    kind,
    header: header === '' ? null : header,
    vendor: vendor === '' ? null : vendor,
    layout: { fields, dateForm, degreeForm, speedUnit },
  };
}

/** The draft of this profile. */
export const draftOf = ({ separator, kind, header, vendor, layout }: DescribedLayout): LayoutDraft => ({
  separator,
  kind,
  header: header ?? '',
  vendor: vendor ?? '',
  ...layout,
});
