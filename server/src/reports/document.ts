import { savedIdOf } from '@milepost/contract/saved-reports';
import type { DownloadFormat } from '@milepost/contract/download-operations';
import type { ReportParams } from '@milepost/contract/report-operations';
import type { Language } from '@milepost/contract/languages';
import { may, requireGrant } from '../auth/caller.ts';
import { AppError } from '../errors.ts';
import type { Queryable } from '../store/database.ts';
import type { Caller } from '../store/people/callers.ts';
import { getSavedReport, type HeldReport, type StoredSavedReport } from '../store/saved-reports/saved-reports.ts';
import { isReportKind, type ReportKind, REPORTS } from './all-reports.ts';
import { exportFor, FENCES, partsOf, reportFor, reportsFor, SAVED, shownTo } from './allowed.ts';
import { isDrawn } from './formats/report-file.ts';
import type { Report } from './report.ts';

export interface DocumentSection {
  kind: ReportKind;
  report: Report;
  /** The heading; null for the name of the report. */
  title: string | null;
  params: ReportParams;
}

/** The content of a file: one report, or a saved one with several sections. */
export interface ReportDocument {
  /** The key that downloads and schedules use. */
  kind: string;
  /** Null for a single report. */
  saved: Pick<StoredSavedReport, 'name' | 'shared' | 'cover'> | null;
  /** Days and vehicles that apply to all sections. */
  params: ReportParams;
  sections: readonly DocumentSection[];
  /** Reports of sections that are omitted because the reader may not see them. */
  leftOut: readonly ReportKind[];
  /** True when its maps show geofences, which the reader may see. */
  fences: boolean;
}

/**
 * A report or saved report, with the sections that the caller may see.
 * @param held the content of a saved report at an earlier time, to use instead of the present one
 * @throws AppError `not-found`, and `denied` when nothing remains that the caller may see
 */
export async function documentFor(
  db: Queryable,
  caller: Caller,
  kind: string,
  held: HeldReport | null = null,
): Promise<ReportDocument> {
  const id = savedIdOf(kind);
  if (id === null) return alone(reportFor(caller, kind), caller);
  requireGrant(caller, 'reports', 'view');
  const found = await getSavedReport(db, caller, id);
  const { name, shared } = found;
  const { cover, params, sections } = held ?? found;
  const all = sections.flatMap((section): DocumentSection[] =>
    // A report that an update removed is omitted, like a removed column.
    isReportKind(section.kind) ? [{ ...section, kind: section.kind, report: REPORTS[section.kind] }] : [],
  );
  return seenBy({ kind, saved: { name, shared, cover }, params, sections: all, leftOut: [], fences: true }, caller);
}

/**
 * The document of an export: one as above, or the rows of a list that the caller sees.
 * @throws AppError as `documentFor`
 */
export const exportedFor = async (db: Queryable, caller: Caller, kind: string): Promise<ReportDocument> =>
  savedIdOf(kind) === null ? alone(exportFor(caller, kind), caller) : documentFor(db, caller, kind);

const alone = (found: { kind: ReportKind; report: Report }, caller: Caller): ReportDocument => ({
  kind: found.kind,
  saved: null,
  params: {},
  sections: [{ ...found, title: null, params: {} }],
  leftOut: [],
  fences: may(caller, FENCES, 'view'),
});

/**
 * Removes what this reader may not see: sections, columns of the others, and geofences on maps.
 * @throws AppError `denied` when nothing remains
 */
export function seenBy(document: ReportDocument, reader: Caller): ReportDocument {
  const open = new Set(reportsFor(reader));
  const sections = document.sections.flatMap((section) =>
    open.has(section.kind) ? [{ ...section, report: shownTo(section.report, reader) }] : [],
  );
  if (sections.length === 0) throw new AppError('denied', 'permission-denied');
  const closed = document.sections.flatMap(({ kind }) => (open.has(kind) ? [] : [kind]));
  const fences = document.fences && may(reader, FENCES, 'view');
  return { ...document, sections, leftOut: [...new Set([...document.leftOut, ...closed])], fences };
}

/** True when the rows depend on the identity of the reader, not only on what that person may see. */
export const isPersonal = (document: ReportDocument, requested: ReportParams): boolean =>
  document.sections.some(
    (section) => section.report.personal?.(paramsOf(document, section, requested).own ?? {}) === true,
  );

const drawsFences = ({ fences, sections }: ReportDocument) =>
  fences && sections.some(({ report }) => report.map !== undefined);

export const titleOf = ({ saved, sections }: ReportDocument, language: Language): string =>
  saved?.name ?? sections[0]?.report.texts[language].name ?? '';

/** The rights that are needed to fetch the document's file in one of these formats. */
export const fileRights = (document: ReportDocument, formats: readonly DownloadFormat[]) => ({
  kinds: [
    ...new Set(document.sections.flatMap(({ kind, report }) => partsOf(kind, report))),
    ...(document.saved === null ? [] : [SAVED]),
    ...(drawsFences(document) && formats.some(isDrawn) ? [FENCES] : []),
  ],
  private: document.saved?.shared === false,
});

/** The parameters of a section: its own, overridden by those of the whole document, then by those of this request. */
export function paramsOf(document: ReportDocument, section: DocumentSection, requested: ReportParams): ReportParams {
  if (document.saved === null) return requested;
  const { range, from, to, vehicleIds, groupIds, vehicleTypes, language } = requested;
  const days =
    range !== undefined || from !== undefined || to !== undefined
      ? { range, from, to }
      : { range: document.params.range, from: document.params.from, to: document.params.to };
  return {
    ...section.params,
    ...days,
    vehicleIds: vehicleIds ?? document.params.vehicleIds,
    groupIds: groupIds ?? document.params.groupIds,
    vehicleTypes: vehicleTypes ?? document.params.vehicleTypes,
    language,
  };
}
