import { type Language, traitsOf } from '@milepost/contract/languages';
import type { CONDITIONS } from '@milepost/contract/texts/en/conditions';
import type { MESSAGES } from '@milepost/contract/texts/en/messages';
import { inEach } from './server-texts.ts';

type Conditions = typeof CONDITIONS;
/** The key of a message about an alarm, such as `condition.idling.message`. */
type ConditionCode = {
  [Kind in keyof Conditions]: `condition.${Kind}.${keyof Conditions[Kind] & `message${string}`}`;
}[keyof Conditions];
type ConditionMessages = {
  [Code in ConditionCode]: Code extends `condition.${infer Kind extends keyof Conditions}.${infer Form}`
    ? Conditions[Kind][Form & keyof Conditions[Kind]]
    : never;
};
type Messages = typeof MESSAGES & ConditionMessages;
type StemOf<Key> = Key extends `${infer Stem}_${Intl.LDMLPluralRule}` ? Stem : Key;
/** The key of a message, without the form of a plural. */
export type TextCode = StemOf<keyof Messages>;

type NamesIn<Words> = Words extends `${string}{{${infer Name}}}${infer Rest}` ? Name | NamesIn<Rest> : never;
type WordsOf<Code extends TextCode> = Code extends keyof Messages
  ? Messages[Code]
  : `${Code}_other` extends keyof Messages
    ? Messages[`${Code}_other`]
    : never;
type ParamsOf<Code extends TextCode> = {
  readonly [Name in NamesIn<WordsOf<Code>>]: Name extends 'count' ? number : string | number;
};

/** A text and its parameters, before the language is known. */
export interface TextDescriptor {
  code: TextCode;
  params: Readonly<Record<string, string | number>>;
}

type Tail<Code extends TextCode> = keyof ParamsOf<Code> extends never ? [] : [params: ParamsOf<Code>];
export const textFor = <Code extends TextCode>(code: Code, ...[params]: Tail<Code>): TextDescriptor => ({
  code,
  params: params ?? {},
});

const TEXTS: Record<Language, Readonly<Record<string, string>>> = inEach(({ messages, conditions }) => ({
  ...messages,
  ...Object.fromEntries(
    Object.entries(conditions).flatMap(([kind, forms]) =>
      Object.entries(forms).map(([form, text]) => [`condition.${kind}.${form}`, text]),
    ),
  ),
}));

/** The text in a language. */
export function inLanguage(language: Language, { code, params }: TextDescriptor): string {
  const texts = TEXTS[language];
  const form = () => new Intl.PluralRules(language).select(Number(params['count']));
  return fill(texts[code] ?? texts[`${code}_${form()}`] ?? texts[`${code}_other`] ?? code, params, language);
}

/** A name as one line: a line break in it could forge lines and paragraphs of a mail. */
export const oneLine = (text: string): string => text.replaceAll(/\s*[\p{Cc}\p{Zl}\p{Zp}]+\s*/gu, ' ');

/** Inserts parameters into a text, each as one line. */
export const fill = (words: string, params: TextDescriptor['params'], language: Language): string =>
  words.replaceAll(/\{\{(\w+)\}\}/g, (_place, name: string) => {
    const value = params[name] ?? '';
    return typeof value === 'number' ? value.toLocaleString(traitsOf(language).locale) : oneLine(value);
  });
