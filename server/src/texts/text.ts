import type { LANGUAGES } from '@milepost/contract/profile-routes';
import { AR } from './ar.ts';
import { EN } from './en.ts';
import { HI } from './hi.ts';

export type Language = (typeof LANGUAGES)[number];
export type TextCode = keyof typeof EN;

type Forms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };
type Text = string | Forms;
export type Texts = Readonly<Record<TextCode, Text>>;

type NamesIn<Words> = Words extends `${string}{{${infer Name}}}${infer Rest}` ? Name | NamesIn<Rest> : never;
type WordsOf<Code extends TextCode> = (typeof EN)[Code] extends { other: infer Words } ? Words : (typeof EN)[Code];
type ParamsOf<Code extends TextCode> = {
  readonly [Name in NamesIn<WordsOf<Code>>]: Name extends 'count' ? number : string | number;
};

/** A text and its parameters, until it is known in whose language it is written. */
export interface TextDescriptor {
  code: TextCode;
  params: Readonly<Record<string, string | number>>;
}

type Tail<Code extends TextCode> = keyof ParamsOf<Code> extends never ? [] : [params: ParamsOf<Code>];
export const textFor = <Code extends TextCode>(code: Code, ...[params]: Tail<Code>): TextDescriptor => ({
  code,
  params: params ?? {},
});

const TEXTS: Record<Language, Texts> = { en: EN, hi: HI, ar: AR };
/** As the interface writes numbers and times: with Latin digits. */
export const LOCALES: Record<Language, string> = { en: 'en-GB', hi: 'hi-IN-u-nu-latn', ar: 'ar-u-nu-latn-ca-gregory' };

/** The text in a language. */
export function inLanguage(language: Language, { code, params }: TextDescriptor): string {
  const text = TEXTS[language][code];
  return fill(typeof text === 'string' ? text : formOf(language, text, Number(params['count'])), params, language);
}

/** A name as one line: a line end in it would forge the lines and paragraphs of a mail. */
export const oneLine = (text: string): string => text.replaceAll(/\s*[\p{Cc}\p{Zl}\p{Zp}]+\s*/gu, ' ');

/** Puts parameters into their places in a text, each as one line. */
export const fill = (words: string, params: TextDescriptor['params'], language: Language): string =>
  words.replaceAll(/\{\{(\w+)\}\}/g, (_place, name: string) => {
    const value = params[name] ?? '';
    return typeof value === 'number' ? value.toLocaleString(LOCALES[language]) : oneLine(value);
  });

const formOf = (language: Language, forms: Forms, count: number): string =>
  forms[new Intl.PluralRules(language).select(count)] ?? forms.other;
