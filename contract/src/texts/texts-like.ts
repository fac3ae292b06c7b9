import type { AREA_FAULTS, SHARED_FAULTS } from '../faults.ts';
import type { texts as screens } from './en/screens.ts';
import type { texts as server } from './en/server.ts';
import type { texts as shell } from './en/shell.ts';

type PluralKey<Stem extends string> = `${Stem}_${Intl.LDMLPluralRule}`;

/**
 * The same texts in another language. Its plural categories can differ from those of English (CLDR), so the type only
 * requires `other`, which every language has; `texts.test.ts` checks the rest.
 */
type TextsLike<English> = {
  readonly [
    Key in keyof English as Key extends PluralKey<infer Stem> ? `${Stem}_other` : Key
  ]: English[Key] extends string ? string : TextsLike<English[Key]>;
};

/**
 * Until the shell has loaded, the browser shows a fault in the words of the reply; the English ones are loaded with the
 * screens. Those of one area are loaded with its screens in the other languages, too.
 */
export type ShellTexts = TextsLike<typeof shell & { fault: typeof SHARED_FAULTS }>;
export type ScreenTexts = TextsLike<Omit<typeof screens, 'fault'> & { fault: typeof AREA_FAULTS }>;
export type ServerTexts = TextsLike<Omit<typeof server, 'imports'>> & { readonly imports: ImportWords };

type Words = readonly string[];
/** Words that imports recognise in files, besides labels of the interface: those of English are beside each field. */
export interface ImportWords {
  /** By kind and field, as `vehicle.registration`. */
  readonly headings: Readonly<Record<string, Words>>;
  /** By the value that a word stands for. */
  readonly values: { readonly [List in keyof (typeof server)['imports']['values']]: Readonly<Record<string, Words>> };
  /** By unit: the number of these units that a word stands for. */
  readonly units: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly yes: Words;
  readonly no: Words;
  readonly totals: Words;
  readonly everyDay: Words;
  readonly closed: Words;
  readonly roundTheClock: Words;
}
