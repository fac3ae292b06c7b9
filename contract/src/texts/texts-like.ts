import type { FAULTS } from '../faults.ts';
import type { texts as screens } from './en/screens.ts';
import type { texts as server } from './en/server.ts';
import type { texts as shell } from './en/shell.ts';

type PluralKey<Stem extends string> = `${Stem}_${Intl.LDMLPluralRule}`;

/**
 * The same texts in another language. Its plurals may have other forms than those of English (CLDR), so that only the form
 * `other`, which all languages have, is demanded here; `texts.test.ts` demands the rest.
 */
type TextsLike<English> = {
  readonly [
    Key in keyof English as Key extends PluralKey<infer Stem> ? `${Stem}_other` : Key
  ]: English[Key] extends string ? string : TextsLike<English[Key]>;
};

/** The browser shows a fault in the words of the answer until the shell is there; English ones come with the screens. */
export type ShellTexts = TextsLike<typeof shell & { fault: typeof FAULTS }>;
export type ScreenTexts = TextsLike<Omit<typeof screens, 'fault'>>;
export type ServerTexts = TextsLike<typeof server>;
