import type { Language } from '@milepost/contract/languages';
import { inEach } from '../texts/server-texts.ts';

type Names = Readonly<Record<string, string>>;

/** Adds to the texts of a report those of choices that are labelled elsewhere, under the keys of their columns. */
export function withChoices<Words extends { name: string; choices?: Readonly<Record<string, Names>> }>(
  texts: Readonly<Record<Language, Words>>,
  choices: Readonly<Record<string, Readonly<Record<Language, Names>>>>,
): Record<Language, Words & { choices: Record<string, Names> }> {
  const joined = (language: Language) => {
    const own: Record<string, Names> = { ...texts[language].choices };
    for (const [key, names] of Object.entries(choices)) own[key] = { ...own[key], ...names[language] };
    return { ...texts[language], choices: own };
  };
  return inEach((_texts, language) => joined(language));
}
