import { z } from 'zod';
import { Empty, Id, Instant, listInput, listOutput } from './common.ts';
import { Fault } from './fault.ts';
import { LIST_MENUS } from './menus.ts';
import { ReportKind, ReportParams } from './report-operations.ts';
import { ID_INPUT } from './record-calls.ts';
import { grant, operation } from './operation.ts';

export const DOWNLOAD_FORMATS = ['xlsx', 'csv', 'pdf', 'html', 'json'] as const;
export type DownloadFormat = (typeof DOWNLOAD_FORMATS)[number];
/** Everything that is held on a person is a ZIP. */
const FILE_FORMATS = [...DOWNLOAD_FORMATS, 'zip'] as const;
export type FileFormat = (typeof FILE_FORMATS)[number];

/** The kinds of downloads that are no report but everything that is held on a person. */
export const PERSONAL_DATA_KINDS = ['driver-data', 'user-data'] as const;
export type PersonalDataKind = (typeof PERSONAL_DATA_KINDS)[number];

/** `waiting` and `running` are in progress; the others are final. */
export const DOWNLOAD_STATES = ['waiting', 'running', 'done', 'failed', 'cancelled'] as const;
export type DownloadState = (typeof DOWNLOAD_STATES)[number];

/** How many days a file is stored. */
export const DOWNLOAD_DAYS = 30;

export const Download = z.object({
  id: Id,
  kind: z.string(),
  /** The name of the report or of its content, in the language of its requester. */
  title: z.string(),
  format: z.enum(FILE_FORMATS),
  /** The parameters of the report, as text. */
  parameters: z.array(z.object({ label: z.string(), value: z.string() })),
  state: z.enum(DOWNLOAD_STATES),
  /**
   * The rows written so far and their total; null before they are counted. While a ZIP with personal data is written:
   * its tables and files.
   */
  rows: z.number().int(),
  total: z.number().int().nullable(),
  sizeBytes: z.number().int().nullable(),
  /** Why there is no file. */
  fault: Fault.nullable(),
  by: z.string().nullable(),
  /** True for the caller's own downloads: nobody else can stop or remove them. */
  own: z.boolean(),
  at: Instant,
  /** When the file is deleted. */
  until: Instant,
});
export type Download = z.infer<typeof Download>;

/**
 * For reports, and for lists that are exported like reports; the individual permission is checked by the parameters.
 * Only people create and remove files: a read-only script must not.
 */
const exports = { ...grant('reports')('view'), or: LIST_MENUS, person: true } as const;
/** Also for whoever exports personal data. */
const view = { ...grant('reports')('view'), or: [...LIST_MENUS, 'drivers', 'users'] } as const;
const own = { ...view, person: true } as const;
const answer = z.object({ download: Download });
/** The reply of an export that is continued as a job if it takes more than a moment. */
export const DownloadAnswer = answer;
export const DOWNLOAD_BOUNDS = {
  'download.parameters[]': 'the days, the four filters and the own parameters of the report',
} as const;

/** The file itself is at `GET /downloads/<id>`. */
export const downloadOperations = {
  'export-report': operation({
    summary:
      'Exports a report to a file. A small file is written before the answer, a larger one as a job in the list of downloads.',
    access: exports,
    limited: 'allowed',
    weight: 'heavyToEnd',
    queue: 'reports',
    bodyBytes: 65_536,
    audit: 'export',
    errors: [404, 409],
    unversioned: 'creates a new record',
    example: { kind: 'trips', format: 'csv' },
    bounds: DOWNLOAD_BOUNDS,
    input: ReportParams.extend({ kind: ReportKind, format: z.enum(DOWNLOAD_FORMATS) }),
    output: answer,
  }),
  'get-download-list': operation({
    summary: "Lists the caller's downloads, a page at a time.",
    access: view,
    limited: 'allowed',
    bounds: { 'rows[].parameters[]': 'the days, the four filters and the own parameters of the report' },
    input: listInput(['at', 'title', 'state', 'sizeBytes']),
    output: listOutput(Download),
  }),
  'get-download': operation({
    summary: 'Returns one download with its state.',
    access: view,
    limited: 'allowed',
    subject: 'download',
    errors: [404],
    bounds: DOWNLOAD_BOUNDS,
    ...ID_INPUT,
    output: answer,
  }),
  'cancel-download': operation({
    summary: 'Cancels a download that is not finished.',
    access: own,
    limited: 'allowed',
    subject: 'download',
    errors: [404],
    unversioned: 'ends the whole record',
    bounds: DOWNLOAD_BOUNDS,
    ...ID_INPUT,
    output: answer,
  }),
  'retry-download': operation({
    summary: 'Writes the file of a failed or cancelled download again, with what the caller may see now.',
    access: own,
    limited: 'allowed',
    subject: 'download',
    errors: [404, 409],
    unversioned: 'acts once and overwrites nothing',
    bounds: DOWNLOAD_BOUNDS,
    ...ID_INPUT,
    output: answer,
  }),
  'delete-download': operation({
    summary: 'Deletes a download with its file.',
    access: own,
    limited: 'allowed',
    subject: 'download',
    errors: [404],
    unversioned: 'deletes the whole record, whoever changed it last',
    ...ID_INPUT,
    output: Empty,
  }),
};
