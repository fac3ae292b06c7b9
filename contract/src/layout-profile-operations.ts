import { z } from 'zod';
import { Empty, Id, Instant, text, Version } from './common.ts';
import { DeviceContact } from './device-operations.ts';
import type { PlainCode } from './fault.ts';
import { ID_INPUT } from './record-calls.ts';
import { grant, operation } from './operation.ts';

export const MAX_LAYOUT_PROFILES = 100;
/** The number of fields of a frame that can be described. */
export const MAX_LAYOUT_FIELDS = 200;
export const LONGEST_LAYOUT_FRAME = 1024;

/** The possible meanings of a field of a frame. */
export const LAYOUT_MEANINGS = [
  'header',
  'vendor',
  'firmware',
  'packet',
  'alert',
  'status',
  'imei',
  'registration',
  'valid',
  'date',
  'time',
  'lat',
  'latSide',
  'lon',
  'lonSide',
  'speed',
  'course',
  'satellites',
  'altitude',
  'pdop',
  'hdop',
  'operator',
  'ignition',
  'mains',
  'mainsV',
  'batteryV',
  'emergency',
  'tamper',
  'signal',
  'mcc',
  'mnc',
  'lac',
  'cell',
  'inputs',
  'outputs',
  'frame',
  'odometer',
  'checksum',
] as const;
const LayoutMeaning = z.enum(LAYOUT_MEANINGS);
export type LayoutMeaning = z.infer<typeof LayoutMeaning>;

export const LAYOUT_SEPARATORS = [',', ';', '|', '#', '~', '^', '/', ' '] as const;
/** Positions, logins and heartbeats. */
export const LAYOUT_KINDS = ['report', 'login', 'heartbeat'] as const;
/** `parts`: day, month, year, hour, minute and second in separate fields, starting with the date field. */
export const LAYOUT_DATE_FORMS = ['ddmmyyyy', 'ddmmyy', 'yyyymmdd', 'yymmdd', 'parts', 'seconds'] as const;
export const LAYOUT_DEGREE_FORMS = ['degrees', 'minutes'] as const;
export const LAYOUT_SPEED_UNITS = ['kmh', 'knots'] as const;

/** The position of each field in a frame, counted from 0 after the `$`, and its format. */
export const Layout = z.object({
  fields: z.partialRecord(
    LayoutMeaning,
    z
      .number()
      .int()
      .min(0)
      .max(MAX_LAYOUT_FIELDS - 1),
  ),
  dateForm: z.enum(LAYOUT_DATE_FORMS),
  degreeForm: z.enum(LAYOUT_DEGREE_FORMS),
  speedUnit: z.enum(LAYOUT_SPEED_UNITS),
});
export type Layout = z.infer<typeof Layout>;

/** How to decode the frames of some devices, and which frames those are. */
const DescribedLayout = z.object({
  separator: z.enum(LAYOUT_SEPARATORS),
  kind: z.enum(LAYOUT_KINDS),
  /** The values by which such frames are recognised, in the fields with these meanings; at least one is required. */
  header: text(40).nullable(),
  vendor: text(40).nullable(),
  layout: Layout,
});
export type DescribedLayout = z.infer<typeof DescribedLayout>;

export const LayoutFault = z.object({
  meaning: LayoutMeaning,
  fault: z.enum(['missing', 'imei', 'time', 'degrees', 'range', 'side', 'number', 'switch', 'bits']),
});
export type LayoutFault = z.infer<typeof LayoutFault>;

export const LayoutProfile = DescribedLayout.extend({
  id: Id,
  name: z.string(),
  changedBy: z.string().nullable(),
  changedAt: Instant,
  version: Version,
  /**
   * Since the start: how many frames of how many devices it decoded, how many did not fit, and the reason for the last
   * misfit.
   */
  frames: z.number().int(),
  devices: z.number().int(),
  faults: z.number().int(),
  fault: z.string().nullable(),
  /** The last frame. */
  last: z.object({ text: z.string(), at: Instant }).nullable(),
});
export type LayoutProfile = z.infer<typeof LayoutProfile>;

/** Day, month, year, hour, minute and second. */
const PARTS = 6;

/** Yields the faults of a profile as a whole, each with the path of the field that shows it. */
function* faultsOf({ separator, kind, header, vendor, layout }: DescribedLayout): Iterable<[PlainCode, string[]]> {
  const { fields, dateForm } = layout;
  const taken = new Set<number>();
  for (const meaning of LAYOUT_MEANINGS) {
    const at = fields[meaning];
    if (at === undefined) continue;
    const length = meaning === 'date' && dateForm === 'parts' ? PARTS : 1;
    const parts = Array.from({ length }, (_, part) => at + part);
    if (parts.some((part) => taken.has(part))) yield ['layout-twice', ['layout', 'fields', meaning]];
    for (const part of parts) taken.add(part);
  }
  if (fields.imei === undefined) yield ['layout-imei', ['layout', 'fields', 'imei']];
  if (kind === 'report') {
    if (fields.lat === undefined || fields.lon === undefined) yield ['layout-place', ['layout', 'fields', 'lat']];
    if (fields.date === undefined) yield ['layout-date', ['layout', 'fields', 'date']];
  }
  if (header === null && vendor === null) yield ['layout-rule', ['header']];
  const words = { header, vendor };
  for (const name of ['header', 'vendor'] as const) {
    const word = words[name];
    if (word === null) continue;
    if (fields[name] === undefined) yield ['layout-rule-field', [name]];
    else if (word.includes(separator) || /[$*]/.test(word)) yield ['layout-rule-letters', [name]];
  }
}

const connecting = grant('connect-device');

/** Profiles apply to the whole installation, like the device ports, so they belong to the root organisation. */
export const layoutProfileOperations = {
  'get-layout-profile-list': operation({
    summary: 'Lists the profiles by which text frames of devices are read; empty except for the root organisation.',
    access: connecting('view'),
    limited: 'denied',
    bounds: {
      'profiles[]': 'MAX_LAYOUT_PROFILES of the contract',
      'profiles[].layout.fields{}': 'kinds that the code knows',
    },
    input: Empty,
    output: z.object({
      profiles: z.array(LayoutProfile),
      /** True if the profiles belong to the caller's organisation. */
      mine: z.boolean(),
    }),
  }),
  'get-layout-preview': operation({
    summary:
      'Returns the fields of a text frame and what it means by a profile, read by the code that decodes arriving frames.',
    access: connecting('view'),
    limited: 'denied',
    example: {
      frame: '$NRM;MAKER',
      profile: {
        separator: ';',
        kind: 'report',
        header: 'NRM',
        vendor: null,
        layout: {
          fields: { header: 0, imei: 1, date: 2, lat: 3, lon: 4 },
          dateForm: 'ddmmyyyy',
          degreeForm: 'degrees',
          speedUnit: 'kmh',
        },
      },
    },
    bounds: { 'fields[]': 'MAX_LAYOUT_FIELDS of the contract', 'faults[]': 'kinds that the code knows' },
    input: z.object({
      frame: z.string().max(LONGEST_LAYOUT_FRAME),
      profile: DescribedLayout,
    }),
    output: z.object({
      fields: z.array(z.string()).max(MAX_LAYOUT_FIELDS),
      faults: z.array(LayoutFault).max(LAYOUT_MEANINGS.length),
      identity: z.string().nullable(),
      /** True if the profile applies to the frame. */
      isFor: z.boolean(),
      decoded: DeviceContact.shape.decoded,
    }),
  }),
  'save-layout-profile': operation({
    summary: 'Creates or changes a profile of text frames.',
    access: connecting('edit'),
    limited: 'denied',
    subject: 'installation-wide',
    audit: 'layout-profile',
    errors: [404, 409],
    oneRight: 'it defines how frames of all devices are read',
    example: {
      name: 'Maker',
      separator: ';',
      kind: 'report',
      header: 'NRM',
      vendor: null,
      layout: {
        fields: { header: 0, imei: 1, date: 2, lat: 3, lon: 4 },
        dateForm: 'ddmmyyyy',
        degreeForm: 'degrees',
        speedUnit: 'kmh',
      },
    },
    input: DescribedLayout.extend({ id: Id.optional(), name: text(60), version: Version.optional() }).superRefine(
      (profile, { addIssue }) => {
        for (const [message, path] of faultsOf(profile)) addIssue({ code: 'custom', message, path });
      },
    ),
    output: z.object({ id: Id, version: Version }),
  }),
  'delete-layout-profile': operation({
    summary: 'Deletes a profile of text frames. Saving it again undoes it.',
    access: connecting('edit'),
    limited: 'denied',
    subject: 'installation-wide',
    audit: 'layout-profile',
    errors: [404],
    unversioned: 'deletes the whole record, whoever changed it last',
    ...ID_INPUT,
    output: Empty,
  }),
};
