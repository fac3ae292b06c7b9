import { may, requireGrant } from '../auth/caller.ts';
import { AppError } from '../errors.ts';
import type { Caller } from '../store/people/callers.ts';
import { isReportKind, REPORT_KINDS, type ReportKind, REPORTS } from './all-reports.ts';
import type { Report } from './report.ts';

const isOpen = ({ forLimited }: Report, { scope }: Caller) => scope.limit === null || forLimited !== false;

/** The reports that a caller may see. */
export const reportsFor = (caller: Caller): ReportKind[] =>
  REPORT_KINDS.filter((kind) => {
    const report: Report = REPORTS[kind];
    return isOpen(report, caller) && (report.menus ?? []).every((menu) => may(caller, menu, 'view'));
  });

/** Without the columns that the caller's role does not show. */
export const shownTo = (report: Report, caller: Caller): Report => ({
  ...report,
  columns: report.columns.filter(({ menu }) => menu === undefined || may(caller, menu, 'view')),
});

/** What a file with a report holds, each of which its reader must be allowed to see. */
export const partsOf = (kind: ReportKind, { columns }: Report): string[] => [
  kind,
  ...new Set(columns.flatMap(({ menu }) => (menu === undefined ? [] : [`${kind}+${menu}`]))),
];

/** What files may hold that a caller opens. */
export const partsFor = (caller: Caller): string[] =>
  reportsFor(caller).flatMap((kind) => partsOf(kind, shownTo(REPORTS[kind], caller)));

/**
 * A report by its name, without the columns that the caller's role does not show.
 * @throws AppError `not-found` for a name that is none, `denied` where the caller's role or limit does not show it
 */
export function reportFor(caller: Caller, kind: string): { kind: ReportKind; report: Report } {
  if (!isReportKind(kind)) throw new AppError('not-found', 'no-report');
  const report: Report = REPORTS[kind];
  requireGrant(caller, 'reports', 'view');
  for (const menu of report.menus ?? []) requireGrant(caller, menu, 'view');
  if (!isOpen(report, caller)) throw new AppError('denied', 'limit-all');
  return { kind, report: shownTo(report, caller) };
}
