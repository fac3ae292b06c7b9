import { traitsOf } from '@milepost/contract/languages';
import { PERSONAL_SECTIONS } from '../store/personal-data/personal-table.ts';
import type { ExportedTable, PersonalFile } from '../store/personal-data/read-personal-data.ts';
import { inLanguage, type TextCode, textFor } from '../texts/text.ts';
import { xmlText } from '../track-files/fix-text.ts';
import type { PersonalDataRequest } from './write-personal-data.ts';

/** The name of a table's files, without their ending. */
export const fileNameOf = ({ name }: ExportedTable): string => name.replaceAll('_', '-');

/** The path of a file in the ZIP, without characters that file systems reserve. */
export const pathOfFile = ({ id, name }: PersonalFile): string =>
  `files/${id} ${name
    .toWellFormed()
    .replaceAll(/[<>:"/\\|?*\p{Cc}]+/gu, '_')
    .slice(-120)}`;

/** What the tables of an export are called. */
export const TABLE_NAMES: Readonly<Record<string, TextCode>> = {
  audit_log: 'personal-data-log',
  imports: 'personal-data-table-imports',
  notifications: 'personal-data-table-notifications',
  alarm_notices: 'personal-data-table-alarm-notices',
  alarm_handling: 'personal-data-table-alarm-handling',
  alarms: 'personal-data-table-alarms',
  tasks: 'personal-data-table-tasks',
  territories: 'personal-data-table-territories',
  expenses: 'personal-data-table-expenses',
  recurring_expenses: 'personal-data-table-recurring-expenses',
  work_orders: 'personal-data-table-work-orders',
  service_records: 'personal-data-table-service-records',
  meter_readings: 'personal-data-table-meter-readings',
  inspections: 'personal-data-table-inspections',
  device_commands: 'personal-data-table-device-commands',
  legal_holds: 'personal-data-table-legal-holds',
  route_run_changes: 'personal-data-table-route-run-changes',
  spreads: 'personal-data-table-spreads',
  run_links: 'personal-data-table-run-links',
  private_marks: 'personal-data-table-private-marks',
  shares: 'personal-data-table-shares',
  files: 'personal-data-table-files',
  messages: 'personal-data-table-messages',
  message_receipts: 'personal-data-table-message-receipts',
  mails: 'personal-data-table-mails',
  downloads: 'personal-data-table-downloads',
  list_views: 'personal-data-table-list-views',
  report_uses: 'personal-data-table-report-uses',
  saved_reports: 'personal-data-table-saved-reports',
  report_schedules: 'personal-data-table-report-schedules',
  awaited_devices: 'personal-data-table-awaited-devices',
  calendar_feeds: 'personal-data-table-calendar-feeds',
  api_tokens: 'personal-data-table-api-tokens',
  push_browsers: 'personal-data-table-push-browsers',
  login_sessions: 'personal-data-table-login-sessions',
  sign_ins: 'personal-data-table-sign-ins',
  recovery_codes: 'personal-data-table-recovery-codes',
  two_factor: 'personal-data-table-two-factor',
  users: 'personal-data-table-users',
  driver_receipts: 'personal-data-table-driver-receipts',
  route_plans: 'personal-data-table-route-plans',
  route_runs: 'personal-data-table-route-runs',
  run_words: 'personal-data-table-run-words',
  trips: 'personal-data-table-trips',
  sealed_positions: 'personal-data-table-sealed-positions',
  overspeeds: 'personal-data-table-overspeeds',
  idles: 'personal-data-table-idles',
  tag_spans: 'personal-data-table-tag-spans',
  documents: 'personal-data-table-documents',
  driver_tags: 'personal-data-table-driver-tags',
  driver_assignments: 'personal-data-table-driver-assignments',
  drivers: 'personal-data-table-drivers',
};

const linkTo = (path: string, text: string) =>
  `<a href="${xmlText(path.split('/').map(encodeURIComponent).join('/'))}">${xmlText(text)}</a>`;

/** The page that explains a ZIP with personal data and links to its files. */
export function indexPage(
  { kind, name, organisation, by, language, more, now }: PersonalDataRequest,
  counts: ReadonlyMap<ExportedTable, number>,
  { files, leftOut }: { files: readonly PersonalFile[]; leftOut: readonly string[] },
): string {
  const word = (code: TextCode, params: Record<string, string | number> = {}) =>
    xmlText(inLanguage(language, { code, params }));
  const { locale, direction } = traitsOf(language);
  const at = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(now);
  const nameOf = (table: string) => {
    const code = TABLE_NAMES[table];
    return code ? inLanguage(language, { code, params: {} }) : table.replaceAll('_', '-');
  };
  const sections = PERSONAL_SECTIONS.flatMap((section) => {
    const lines = [...counts]
      .filter(([table]) => table.section === section)
      .map(
        ([table, count]) =>
          `<li>${linkTo(`${fileNameOf(table)}.json`, nameOf(table.name))} (${linkTo(`${fileNameOf(table)}.csv`, 'CSV')}): ${word('personal-data-rows', { count })}</li>`,
      );
    const others = section === 'driving' ? [...more.keys()].map((path) => `<li>${linkTo(path, path)}</li>`) : [];
    const stored = section === 'files' ? files.map((file) => `<li>${linkTo(pathOfFile(file), file.name)}</li>`) : [];
    const all = [...lines, ...others, ...stored];
    return all.length === 0 ? [] : [`<h2>${word(`personal-data-${section}`)}</h2><ul>${all.join('')}</ul>`];
  });
  const title = inLanguage(language, textFor(kind, { name }));
  const tables = leftOut.map(nameOf).join(', ');
  const missing = leftOut.length === 0 ? '' : `<p>${word('personal-data-left-out', { by, tables })}</p>\n`;
  return `<!doctype html><html lang="${language}" dir="${direction}"><head><meta charset="utf-8"><title>${xmlText(title)}</title></head>
<body style="font-family:system-ui,sans-serif;max-width:48em;margin:2em auto;padding:0 1em;color:#101828">
<h1>${xmlText(title)}</h1><p>${word('personal-data-by', { organisation, by, at: `${at} UTC` })}</p>
<p>${word(kind === 'driver-data' ? 'personal-data-note-driver' : 'personal-data-note-user')}</p>
${missing}${sections.join('\n')}</body></html>
`;
}
