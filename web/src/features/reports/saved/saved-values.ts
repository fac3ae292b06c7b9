import type { ReportParams } from '@milepost/contract/report-operations';
import type { SavedReport } from '@milepost/contract/saved-report-operations';

type Stored = SavedReport['sections'][number];

export interface SectionValues {
  /** Only for the list on the screen, since a report can be in it twice. */
  key: string;
  kind: string;
  name: string;
  title: string;
  params: Stored['params'];
}

export interface SavedValues extends Record<string, unknown> {
  name: string;
  shared: boolean;
  params: SavedReport['params'];
  withCover: boolean;
  coverTitle: string;
  coverText: string;
  coverLogo: boolean;
  sections: SectionValues[];
}

let made = 0;
const nextKey = () => `section-${(made += 1)}`;

/** A section to add: with the parameters of the report on the screen, or with its defaults. */
export const newSection = (kind: string, name: string, params: Stored['params'] = {}): SectionValues => ({
  key: nextKey(),
  kind,
  name,
  title: '',
  params,
});

export const valuesOf = ({ name, shared, params, cover, sections }: SavedReport): SavedValues => ({
  name,
  shared,
  params,
  withCover: cover !== null,
  coverTitle: cover?.title ?? '',
  coverText: cover?.text ?? '',
  coverLogo: cover?.logo ?? true,
  sections: sections.map(({ kind, name: report, title, params: own }) => ({
    ...newSection(kind, report, own),
    title: title ?? '',
  })),
});

/** The initial values for saving the report on the screen. */
export const valuesFrom = (section: SectionValues, params: SavedReport['params']): SavedValues => ({
  name: section.name,
  shared: false,
  params,
  withCover: false,
  coverTitle: '',
  coverText: '',
  coverLogo: true,
  sections: [section],
});

/** The values as the call's input. */
export const inputOf = ({ name, shared, params, withCover, sections, ...cover }: SavedValues) => ({
  name,
  shared,
  params,
  cover: withCover ? { title: cover.coverTitle, text: cover.coverText, logo: cover.coverLogo } : null,
  sections: sections.map(({ kind, title, params: own }) => ({ kind, title, params: own })),
});

/**
 * Splits the parameters of a report on the screen: those shared by all sections of a saved report, and a section's own.
 */
export function partsOf(
  { range, from, to, vehicleIds, groupIds, vehicleTypes, ...others }: ReportParams,
  columns: string[] | null,
) {
  const { driverIds, fenceIds, own, group, subtotals, sort, direction } = others;
  return {
    shared: { range, from, to, vehicleIds, groupIds, vehicleTypes },
    own: { driverIds, fenceIds, own, group, subtotals, sort, direction, ...(columns && { columns }) },
  };
}
