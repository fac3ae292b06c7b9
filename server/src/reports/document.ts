import { savedIdOf } from '@milepost/contract/saved-reports';
import type { DownloadFormat } from '@milepost/contract/download-routes';
import type { ReportParams } from '@milepost/contract/report-routes';
import { may, requireGrant } from '../auth/caller.ts';
import { AppError } from '../errors.ts';
import type { Queryable } from '../store/database.ts';
import type { Caller } from '../store/people/callers.ts';
import { getSavedReport, type HeldReport, type StoredSavedReport } from '../store/saved-reports/saved-reports.ts';
import type { Language } from '../texts/text.ts';
import { isReportKind, type ReportKind, REPORTS } from './all-reports.ts';
import { exportFor, FENCES, partsOf, reportFor, reportsFor, SAVED, shownTo } from './allowed.ts';
import { isDrawn } from './formats/report-file.ts';
import type { Report } from './report.ts';

export interface DocumentSection {
  kind: ReportKind;
  report: Report;
  /** Its heading; null: the name of the report. */
  title: string | null;
  params: ReportParams;
}

/** What goes into a file: one report, or a saved one with several. */
export interface ReportDocument {
  /** As downloads and schedules call it. */
  kind: string;
  /** Null: one report. */
  saved: Pick<StoredSavedReport, 'name' | 'shared' | 'cover'> | null;
  /** Days and vehicles of all sections. */
  params: ReportParams;
  sections: readonly DocumentSection[];
  /** Reports of sections that are left out, since the reader may not see them. */
  leftOut: readonly ReportKind[];
  /** Whether geofences are drawn on its maps: the reader may see them. */
  fences: boolean;
}

/**
 * A report, or a saved one, with the sections that the caller may see.
 * @param held as a saved one was, instead of as it is
 * @throws AppError `not-found`, and `denied` where there is nothing in it that the caller may see
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
    // A report that an update took away is left out like a column that it took away.
    isReportKind(section.kind) ? [{ ...section, kind: section.kind, report: REPORTS[section.kind] }] : [],
  );
  return seenBy({ kind, saved: { name, shared, cover }, params, sections: all, leftOut: [], fences: true }, caller);
}

/**
 * What an export takes out: a document as above, or the rows of a list that the caller sees.
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
 * The same without what this reader may not see: sections, columns of the others, and geofences on maps.
 * @throws AppError `denied` where nothing is left
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

/** Whether who reads it decides which rows it has, and not only what this one may see. */
export const isPersonal = (document: ReportDocument, requested: ReportParams): boolean =>
  document.sections.some(
    (section) => section.report.personal?.(paramsOf(document, section, requested).own ?? {}) === true,
  );

const drawsFences = ({ fences, sections }: ReportDocument) =>
  fences && sections.some(({ report }) => report.map !== undefined);

export const titleOf = ({ saved, sections }: ReportDocument, language: Language): string =>
  saved?.name ?? sections[0]?.report.texts[language].name ?? '';

/** What of a document decides who may fetch its file in one of these formats. */
export const fileRights = (document: ReportDocument, formats: readonly DownloadFormat[]) => ({
  kinds: [
    ...new Set(document.sections.flatMap(({ kind, report }) => partsOf(kind, report))),
    ...(document.saved === null ? [] : [SAVED]),
    ...(drawsFences(document) && formats.some(isDrawn) ? [FENCES] : []),
  ],
  private: document.saved?.shared === false,
});

/** What a section is asked: its own, under that of all, under what is asked this time. */
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
