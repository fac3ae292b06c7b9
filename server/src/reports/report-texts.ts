import type { Language } from '@milepost/contract/languages';
import type { ServerTexts } from '@milepost/contract/texts/texts-like';
import { inEach } from '../texts/server-texts.ts';

type ReportTexts = ServerTexts['reports'];

/** The texts of a report in each language. */
export const reportTexts = <Kind extends keyof ReportTexts['kinds']>(
  kind: Kind,
): Record<Language, ReportTexts['kinds'][Kind]> => inEach(({ reports }) => reports.kinds[kind]);

/** The labels for the sides of a range: which one counts. */
export const LIMIT_WORDS = inEach(({ reports }) => reports['sensor-limits']);

/** Labels of columns that most reports have; a report defines one itself only where it differs. */
const COLUMNS = inEach(({ reports }) => reports.columns);

export type CommonColumn = keyof ReportTexts['columns'];

const isCommon = (key: string): key is CommonColumn => Object.hasOwn(COLUMNS.en, key);

/** The common label of a column; undefined for one that has none. */
export const commonName = (language: Language, key: string): string | undefined =>
  isCommon(key) ? COLUMNS[language][key] : undefined;
