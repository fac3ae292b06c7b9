// This file does not import zod, because the browser and the reports use its values.

/** The sections of a saved report. */
export const MAX_SECTIONS = 12;

const PREFIX = 'saved-';

/** The name of a saved report among the names of reports, for downloads and schedules. */
export const savedKind = (id: number): string => `${PREFIX}${id}`;

/** The id of a saved report from that name; null for every other name. */
export function savedIdOf(kind: string): number | null {
  const id = kind.startsWith(PREFIX) ? Number(kind.slice(PREFIX.length)) : Number.NaN;
  return Number.isInteger(id) && id > 0 && id <= 2_147_483_647 && kind === savedKind(id) ? id : null;
}

/** The size of a picture that is uploaded as a logo. */
export const MAX_LOGO_BYTES = 524_288;
