/**
 * Spreadsheets of half the world part cells at semicolons, and some at tabs, wherever they stand: what follows one and looks
 * like a formula gets an apostrophe too. Some take the wide signs of Chinese and Japanese keyboards (＋－＝＠) for the
 * others. The library guards the beginning of a text alone, and not against these.
 */
export const guardInner = (text: string): string =>
  text
    .replaceAll(/(;|(?<!^)\t)([^\S\r\n]*'*)(?=[=+\-@|\uff0b\uff0d\uff1d\uff20])/g, "$1$2'")
    .replace(/^('*)(?=[\uff0b\uff0d\uff1d\uff20])/, "$1'");

/** Takes the apostrophes of `guardInner` off. */
export const unguardInner = (text: string): string =>
  text
    .replaceAll(/(;|(?<!^)\t)([^\S\r\n]*'*)'(?=[=+\-@|\uff0b\uff0d\uff1d\uff20])/g, '$1$2')
    .replace(/^('*)'(?=[\uff0b\uff0d\uff1d\uff20])/, '$1');
