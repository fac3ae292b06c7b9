import { formatSettings } from './format-settings.ts';
import { directionOf } from './languages.ts';

/**
 * Text that keeps its own direction within a right-to-left sentence: a number with its unit, a name. Without it "24.97
 * V" reads "V 24.97" there, and adjacent names swap their parts. (U+2068 to U+2069.)
 */
export const isolate = (text: string): string =>
  directionOf(formatSettings().language) === 'rtl' ? `\u2068${text}\u2069` : text;
