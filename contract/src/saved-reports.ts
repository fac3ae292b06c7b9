// Without zod: the browser and the reports use it.

/** Sections of a saved report. */
export const MOST_SECTIONS = 12;

const PREFIX = 'saved-';

/** How downloads and schedules call a saved report, among the names of reports. */
export const savedKind = (id: number): string => `${PREFIX}${id}`;

/** The id of a saved report by that name; null for every other name. */
export function savedIdOf(kind: string): number | null {
  const id = kind.startsWith(PREFIX) ? Number(kind.slice(PREFIX.length)) : Number.NaN;
  return Number.isInteger(id) && id > 0 && id <= 2_147_483_647 && kind === savedKind(id) ? id : null;
}

/** Of a picture that is given for a logo. */
export const MOST_LOGO_BYTES = 524_288;
