import type { Language } from '@milepost/contract/languages';
import type { ServerTexts } from '@milepost/contract/texts/texts-like';
import { inEach } from '../texts/server-texts.ts';

type ReportTexts = ServerTexts['reports'];

/** What a report says in each language. */
export const reportTexts = <Kind extends keyof ReportTexts['kinds']>(
  kind: Kind,
): Record<Language, ReportTexts['kinds'][Kind]> => inEach(({ reports }) => reports.kinds[kind]);

/** Which side of a range counts. */
export const LIMIT_WORDS = inEach(({ reports }) => reports['sensor-limits']);

/** Names of columns that most reports have: a report names them itself only where it calls them otherwise. */
const COLUMNS = inEach(({ reports }) => reports.columns);

export type CommonColumn = keyof ReportTexts['columns'];

const isCommon = (key: string): key is CommonColumn => Object.hasOwn(COLUMNS.en, key);

/** The common name of a column; undefined for one that has none. */
export const commonName = (language: Language, key: string): string | undefined =>
  isCommon(key) ? COLUMNS[language][key] : undefined;
