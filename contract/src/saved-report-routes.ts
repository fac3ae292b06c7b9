import { z } from 'zod';
import { Empty, Id, listOutput, optionalLines, optionalText, text, Version } from './common.ts';
import { faultCode } from './fault.ts';
import { LANGUAGES } from './profile-routes.ts';
import { ReportKind, ReportParams } from './report-routes.ts';
import { grant, route } from './route.ts';
import { MOST_SECTIONS } from './saved-reports.ts';

/** A report within a saved one, with what is asked of it alone. */
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

/** The first page of a file that is printed. */
const Cover = z.object({
  /** Null: the name of the saved report. */
  title: optionalText(100),
  text: optionalLines(2000),
  /** Whether the logo of the organisation stands on it. */
  logo: z.boolean(),
});

const Fields = z.object({
  name: text(100),
  /** Everybody in the organisation has it. */
  shared: z.boolean(),
  /** Days and vehicles of all sections; days that are left out are those that each report shows first. */
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

/** Several reports behind each other, under a name. Downloads and schedules call it `saved-<id>`. */
export const SavedReport = Fields.extend({
  id: Id,
  version: Version,
  owner: z.string(),
  own: z.boolean(),
  /** Whether the caller may change and delete it. */
  mayEdit: z.boolean(),
  sections: z.array(
    Section.extend({
      /** Name of the report, in the caller's language. */
      name: z.string(),
      /** False: the caller may not see it, and it is left out of what the caller is shown. */
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
  /** Names of the sections. */
  sections: z.array(z.string()),
});
export type SavedReportEntry = z.infer<typeof SavedReportEntry>;

const reports = grant('reports');
const own = { ...reports('view'), person: true } as const;
const language = z.enum(LANGUAGES).optional();
const answer = z.object({ report: SavedReport });

/** Everybody has saved reports of their own; who manages the organisation changes and deletes shared ones, too. */
export const savedReportRoutes = {
  /** The caller's and those that are shared, by name. */
  'get-saved-report-list': route({
    access: reports('view'),
    limited: 'allowed',
    input: z.object({ language }),
    output: listOutput(SavedReportEntry),
  }),
  'get-saved-report': route({
    access: reports('view'),
    limited: 'allowed',
    subject: 'savedReport',
    example: { id: 999_999 },
    input: z.object({ id: Id, language }),
    output: answer,
  }),
  'save-saved-report': route({
    access: own,
    limited: 'allowed',
    bodyBytes: 393_216,
    subject: 'savedReport',
    example: { name: 'Week', shared: false, params: {}, cover: null, sections: [{ kind: 'trips', params: {} }] },
    input: Fields.extend({
      id: Id.optional(),
      version: Version.optional(),
      sections: z.array(Section).min(1, faultCode('choose-one')).max(MOST_SECTIONS, faultCode('at-most-entries')),
      language,
    }),
    output: answer,
  }),
  'delete-saved-report': route({
    access: own,
    limited: 'allowed',
    subject: 'savedReport',
    example: { id: 999_999 },
    input: z.object({ id: Id }),
    output: Empty,
  }),
  'restore-saved-report': route({
    access: own,
    limited: 'allowed',
    subject: 'savedReport',
    example: { id: 999_999 },
    input: z.object({ id: Id, language }),
    output: answer,
  }),
};
