import { CODE, INPUT } from './bounds.ts';

const ASKED = 'the days, the four filters and the own parameters of the report';
/** Lists in answers about downloads, and about reports. */
export const DOWNLOADS = {
  'export-report.download.parameters[]': ASKED,
  'get-download-list.rows[].parameters[]': ASKED,
  'get-download.download.parameters[]': ASKED,
  'cancel-download.download.parameters[]': ASKED,
  'retry-download.download.parameters[]': ASKED,
} as const;

const REPORT = 'the definition of the report, which is code';
const GROUPED = 'at most one for each row of the page';
export const REPORTS = {
  'get-reports.rows[]': CODE,
  'get-report.rows[].cells[]': REPORT,
  'get-report.notes[]': CODE,
  'get-report.filters[]': CODE,
  'get-report.chosen{}': CODE,
  'get-report.chosen{}[]': INPUT,
  'get-report.parameters[]': REPORT,
  'get-report.parameters[].choices{}': REPORT,
  'get-report.columns[]': REPORT,
  'get-report.columns[].choices{}': REPORT,
  'get-report.groupings[]': CODE,
  'get-report.totals.cells[]': REPORT,
  'get-report.totals.known[]': REPORT,
  'get-report.groups[]': GROUPED,
  'get-report.groups[].cells[]': REPORT,
  'get-report.groups[].known[]': REPORT,
  'get-report.chart.points[]': 'a bar for each of 400 days, or MOST_BARS of the engine',
  'get-report-choices.rows[]': 50,
} as const;
