import { type Language, LANGUAGES } from '@milepost/contract/languages';
import type { ServerTexts } from '@milepost/contract/texts/texts-like';

const read = async (language: Language): Promise<[Language, ServerTexts]> => {
  const { texts }: { texts: ServerTexts } = await import(`@milepost/contract/texts/${language}/server`);
  return [language, texts];
};
const all = new Map(await Promise.all(LANGUAGES.map(read)));

/** A part of the texts of each language. */
export const inEach = <Part>(partOf: (texts: ServerTexts, language: Language) => Part): Record<Language, Part> =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each language was read
  Object.fromEntries([...all].map(([language, texts]) => [language, partOf(texts, language)])) as Record<
    Language,
    Part
  >;
