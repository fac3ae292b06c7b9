import { i18n } from './i18n.ts';

/** The English messages, and how each is told apart: by its words, with any number in place of {{number}}. */
let patterns: { key: string; pattern: RegExp }[] | undefined;

function patternsOf(english: Record<string, string>) {
  return Object.entries(english).map(([key, text]) => {
    const words = text.split('{{number}}').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
    return { key, pattern: new RegExp(`^${words.join('([0-9]+)')}$`) };
  });
}

/**
 * A message of the server or of a schema, which are in English, in the language that is spoken. What the catalogue does
 * not know stays as it is: a precise sentence in English is better than a vague one.
 */
export function localMessage(message: string): string {
  if (!i18n.isInitialized || i18n.language === 'en') return message;
  if (!patterns) {
    const english: unknown = i18n.getResource('en', 'translation', 'message');
    if (!isTexts(english)) return message;
    patterns = patternsOf(english);
  }
  for (const { key, pattern } of patterns) {
    const found = pattern.exec(message);
    if (found) return i18n.t(`message.${key}`, { number: found[1] });
  }
  return message;
}

const isTexts = (value: unknown): value is Record<string, string> => typeof value === 'object' && value !== null;

/** The same for the message of each field. */
export const localMessages = (fields: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).map(([field, message]) => [field, localMessage(message)]));
