import { z } from 'zod';
import { Empty, Id, Instant, listInput, listOutput } from './common.ts';
import { Fault } from './fault.ts';
import { LIST_MENUS } from './menus.ts';
import { ReportKind, ReportParams } from './report-routes.ts';
import { grant, route } from './route.ts';

export const DOWNLOAD_FORMATS = ['xlsx', 'csv', 'pdf', 'html', 'json'] as const;
export type DownloadFormat = (typeof DOWNLOAD_FORMATS)[number];

/** `waiting` and `running` are under way; the others are over. */
export const DOWNLOAD_STATES = ['waiting', 'running', 'done', 'failed', 'cancelled'] as const;
export type DownloadState = (typeof DOWNLOAD_STATES)[number];

/** Days that a file is kept. */
export const DOWNLOAD_DAYS = 30;

export const Download = z.object({
  id: Id,
  kind: z.string(),
  /** Name of the report, in the language of who asked for it. */
  title: z.string(),
  format: z.enum(DOWNLOAD_FORMATS),
  /** What was asked, in words. */
  parameters: z.array(z.object({ label: z.string(), value: z.string() })),
  state: z.enum(DOWNLOAD_STATES),
  /** Rows that are written, of how many; null before they are counted. */
  rows: z.number().int(),
  total: z.number().int().nullable(),
  sizeBytes: z.number().int().nullable(),
  /** Why there is no file. */
  fault: Fault.nullable(),
  by: z.string().nullable(),
  /** Whether the caller asked for it: nobody else stops or removes it. */
  own: z.boolean(),
  at: Instant,
  /** Until when the file is kept. */
  until: Instant,
});
export type Download = z.infer<typeof Download>;

/** Of reports, and of lists that are exported as reports are: which of them is checked by what is asked. */
const view = { ...grant('reports')('view'), or: LIST_MENUS } as const;
/** Files are made and removed by people: a script that only reads must not. */
const own = { ...view, person: true } as const;
const one = z.object({ id: Id });
const answer = z.object({ download: Download });

/** The file itself is at `GET /downloads/<id>`. */
export const downloadRoutes = {
  /** A small report is written before the answer; a larger one as a job that the list of downloads shows. */
  'export-report': route({
    access: own,
    limited: 'allowed',
    weight: 'heavyToEnd',
    queue: 'reports',
    bodyBytes: 65_536,
    example: { kind: 'trips', format: 'csv' },
    bounds: { 'download.parameters[]': 'the days, the four filters and the own parameters of the report' },
    input: ReportParams.extend({ kind: ReportKind, format: z.enum(DOWNLOAD_FORMATS) }),
    output: answer,
  }),
  'get-download-list': route({
    access: view,
    limited: 'allowed',
    bounds: { 'rows[].parameters[]': 'the days, the four filters and the own parameters of the report' },
    input: listInput(['at', 'title', 'state', 'sizeBytes']),
    output: listOutput(Download),
  }),
  'get-download': route({
    access: view,
    limited: 'allowed',
    subject: 'download',
    example: { id: 999_999 },
    bounds: { 'download.parameters[]': 'the days, the four filters and the own parameters of the report' },
    input: one,
    output: answer,
  }),
  'cancel-download': route({
    access: own,
    limited: 'allowed',
    subject: 'download',
    example: { id: 999_999 },
    bounds: { 'download.parameters[]': 'the days, the four filters and the own parameters of the report' },
    input: one,
    output: answer,
  }),
  /** Makes the file of one that failed or was cancelled, with what the caller may see now. */
  'retry-download': route({
    access: own,
    limited: 'allowed',
    subject: 'download',
    example: { id: 999_999 },
    bounds: { 'download.parameters[]': 'the days, the four filters and the own parameters of the report' },
    input: one,
    output: answer,
  }),
  'delete-download': route({
    access: own,
    limited: 'allowed',
    subject: 'download',
    example: { id: 999_999 },
    input: one,
    output: Empty,
  }),
};
