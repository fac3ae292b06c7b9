import { may, requireGrant } from '../auth/caller.ts';
import { AppError } from '../errors.ts';
import type { Caller } from '../store/people/callers.ts';
import { isReportKind, REPORT_KINDS, type ReportKind, REPORTS } from './all-reports.ts';
import type { Report } from './report.ts';
import { PERSONAL_DATA_KINDS, type PersonalDataKind } from '@milepost/contract/download-operations';
import { mayExportPerson } from '../personal-data/personal-kinds.ts';

const isOpen = ({ forLimited }: Report, { scope }: Caller) => scope.limit === null || forLimited !== false;

/** The reports that a caller may see. */
export const reportsFor = (caller: Caller): ReportKind[] =>
  REPORT_KINDS.filter((kind) => {
    const report: Report = REPORTS[kind];
    return isOpen(report, caller) && (report.menus ?? []).every((menu) => may(caller, menu, 'view'));
  });

/** True when the caller sees a list of the same rows, which can be exported without access to reports. */
const listed = (report: Report, caller: Caller) =>
  isOpen(report, caller) && (report.lists ?? []).some((menu) => may(caller, menu, 'view'));

/** Removes the columns that the caller's role hides, and the map when it would show a hidden column of coordinates. */
export function shownTo({ map, ...report }: Report, caller: Caller): Report {
  const columns = report.columns.filter(({ menu }) => menu === undefined || may(caller, menu, 'view'));
  const hidesPlaces = report.columns.some((column) => column.kind === 'place' && !columns.includes(column));
  return { ...report, columns, ...(map && !hidesPlaces && { map }) };
}

/** The content parts of a file with a report; its reader must be allowed to see each of them. */
export const partsOf = (kind: ReportKind, { columns }: Report): string[] => [
  kind,
  ...new Set(columns.flatMap(({ menu }) => (menu === undefined ? [] : [`${kind}+${menu}`]))),
];

/** Part of every file of a saved report, which requires access to reports. */
export const SAVED = 'saved';

/** Part of every file with maps that show geofences; equals the key of their menu. */
export const FENCES = 'geo-fence';

/** Part of a file with places of private time; equals the key of their menu. */
export const PRIVATE_PLACES = 'private-trips';

/**
 * The content parts of a file with everything that is held on a person. That of a driver has the places of private time
 * for who may see them, and is not given to one who may no longer.
 */
export const personalParts = (caller: Caller, kind: PersonalDataKind): string[] => [
  kind,
  ...(kind === 'driver-data' && may(caller, PRIVATE_PLACES, 'view') ? [PRIVATE_PLACES] : []),
];

/**
 * The content parts that files for this caller may have: whole reports, and the rows of lists that the caller sees.
 */
export function partsFor(caller: Caller): string[] {
  const seesReports = may(caller, 'reports', 'view');
  const open = new Set(seesReports ? reportsFor(caller) : []);
  const kinds = REPORT_KINDS.filter((kind) => open.has(kind) || listed(REPORTS[kind], caller));
  return [
    ...kinds.flatMap((kind) => partsOf(kind, shownTo(REPORTS[kind], caller))),
    ...(seesReports ? [SAVED] : []),
    ...(may(caller, FENCES, 'view') ? [FENCES] : []),
    ...(may(caller, PRIVATE_PLACES, 'view') ? [PRIVATE_PLACES] : []),
    ...PERSONAL_DATA_KINDS.filter((kind) => mayExportPerson(caller, kind)),
  ];
}

/**
 * Finds a report for an export: one that the caller may see, or one with the rows of a list that the caller sees.
 * @throws AppError as `reportFor`
 */
export function exportFor(caller: Caller, kind: string): { kind: ReportKind; report: Report } {
  if (!isReportKind(kind) || !listed(REPORTS[kind], caller)) return reportFor(caller, kind);
  return { kind, report: shownTo(REPORTS[kind], caller) };
}

/**
 * Finds a report by its name, without the columns that the caller's role hides.
 * @throws AppError `not-found` for an unknown name, `denied` when the caller's role or limit does not allow it
 */
export function reportFor(caller: Caller, kind: string): { kind: ReportKind; report: Report } {
  if (!isReportKind(kind)) throw new AppError('not-found', 'no-report');
  const report: Report = REPORTS[kind];
  requireGrant(caller, 'reports', 'view');
  for (const menu of report.menus ?? []) requireGrant(caller, menu, 'view');
  if (!isOpen(report, caller)) throw new AppError('denied', 'limit-all');
  return { kind, report: shownTo(report, caller) };
}
