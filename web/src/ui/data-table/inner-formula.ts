/**
 * Spreadsheets of half the world part cells at semicolons, and some at tabs, wherever they stand: what follows one and looks
 * like a formula gets an apostrophe too. The library guards the beginning of a text alone.
 */
export const guardInner = (text: string): string => text.replaceAll(/(;|(?<!^)\t)([^\S\r\n]*'*)(?=[=+\-@|])/g, "$1$2'");

/** Takes the apostrophes of `guardInner` off. */
export const unguardInner = (text: string): string =>
  text.replaceAll(/(;|(?<!^)\t)([^\S\r\n]*'*)'(?=[=+\-@|])/g, '$1$2');
