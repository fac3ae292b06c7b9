import { z } from 'zod';
import { Empty, Id, listOutput, optionalLines, optionalText, text, Version } from './common.ts';
import { faultCode } from './fault.ts';
import { LANGUAGES } from './languages.ts';
import { ReportKind, ReportParams } from './report-operations.ts';
import { ID_INPUT } from './record-calls.ts';
import { grant, operation } from './operation.ts';
import { MAX_SECTIONS } from './saved-reports.ts';

/** A report within a saved one, with its own parameters. */
const Section = z.object({
  kind: ReportKind,
  /** Its heading; null: the name of the report. */
  title: optionalText(100),
  params: ReportParams.pick({
    driverIds: true,
    fenceIds: true,
    own: true,
    group: true,
    subtotals: true,
    sort: true,
    direction: true,
    columns: true,
  }),
});

/** The first page of a printed file. */
const Cover = z.object({
  /** Null: the name of the saved report. */
  title: optionalText(100),
  text: optionalLines(2000),
  /** Whether it shows the logo of the organisation. */
  logo: z.boolean(),
});

const Fields = z.object({
  name: text(100),
  /** Shared with everybody in the organisation. */
  shared: z.boolean(),
  /** The days and vehicles of all sections; if days are left out, each report uses its default range. */
  params: ReportParams.pick({
    range: true,
    from: true,
    to: true,
    vehicleIds: true,
    groupIds: true,
    vehicleTypes: true,
  }),
  /** Null: none. */
  cover: Cover.nullable(),
});

/** A named sequence of reports. Downloads and schedules refer to it as `saved-<id>`. */
export const SavedReport = Fields.extend({
  id: Id,
  version: Version,
  owner: z.string(),
  own: z.boolean(),
  /** Whether the caller can change and delete it. */
  mayEdit: z.boolean(),
  sections: z.array(
    Section.extend({
      /** The name of the report, in the caller's language. */
      name: z.string(),
      /** False: the caller cannot see the report, and it is omitted from the caller's view. */
      open: z.boolean(),
    }),
  ),
});
export type SavedReport = z.infer<typeof SavedReport>;

const SavedReportEntry = z.object({
  id: Id,
  name: z.string(),
  shared: z.boolean(),
  own: z.boolean(),
  mayEdit: z.boolean(),
  owner: z.string(),
  /** The names of the sections. */
  sections: z.array(z.string()),
});
export type SavedReportEntry = z.infer<typeof SavedReportEntry>;

const reports = grant('reports');
const own = { ...reports('view'), person: true } as const;
const language = z.enum(LANGUAGES).optional();
const answer = z.object({ report: SavedReport });

/**
 * Everybody has saved reports of their own; people who manage the organisation can also change and delete shared ones.
 */
export const savedReportOperations = {
  'get-saved-report-list': operation({
    summary: "Lists the caller's saved reports and shared ones by name.",
    access: reports('view'),
    limited: 'allowed',
    input: z.object({ language }),
    output: listOutput(SavedReportEntry),
  }),
  'get-saved-report': operation({
    summary: 'Returns one saved report.',
    access: reports('view'),
    limited: 'allowed',
    subject: 'savedReport',
    errors: [404],
    example: { id: 999_999 },
    input: z.object({ id: Id, language }),
    output: answer,
  }),
  'save-saved-report': operation({
    summary: 'Creates or changes a saved report.',
    access: own,
    limited: 'allowed',
    bodyBytes: 393_216,
    subject: 'savedReport',
    audit: 'saved-report',
    errors: [404, 409],
    oneRight: 'everybody has saved reports of their own',
    example: { name: 'Week', shared: false, params: {}, cover: null, sections: [{ kind: 'trips', params: {} }] },
    input: Fields.extend({
      id: Id.optional(),
      version: Version.optional(),
      sections: z.array(Section).min(1, faultCode('choose-one')).max(MAX_SECTIONS, faultCode('at-most-entries')),
      language,
    }),
    output: answer,
  }),
  'delete-saved-report': operation({
    summary: 'Deletes a saved report; `restore-saved-report` undoes it.',
    access: own,
    limited: 'allowed',
    subject: 'savedReport',
    audit: 'saved-report',
    errors: [404],
    unversioned: 'deletes the whole record, whoever changed it last',
    ...ID_INPUT,
    output: Empty,
  }),
  'restore-saved-report': operation({
    summary: 'Restores a deleted saved report.',
    access: own,
    limited: 'allowed',
    subject: 'savedReport',
    audit: 'saved-report',
    errors: [404, 409],
    unversioned: 'restores the record as it was deleted',
    example: { id: 999_999 },
    input: z.object({ id: Id, language }),
    output: answer,
  }),
};
