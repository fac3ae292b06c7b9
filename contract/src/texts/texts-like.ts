import type { FAULTS } from '../faults.ts';
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
 * screens.
 */
export type ShellTexts = TextsLike<typeof shell & { fault: typeof FAULTS }>;
export type ScreenTexts = TextsLike<Omit<typeof screens, 'fault'>>;
export type ServerTexts = TextsLike<typeof server>;
