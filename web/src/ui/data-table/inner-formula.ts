/**
 * Many spreadsheets split cells at semicolons, and some at tabs, wherever they are, so a formula after one gets an
 * apostrophe too. Some treat the full-width signs of Chinese and Japanese keyboards (＋－＝＠) like the others. The library
 * guards only the beginning of a text, and not against these.
 */
export const guardInner = (text: string): string =>
  text
    .replaceAll(/(;|(?<!^)\t)([^\S\r\n]*'*)(?=[=+\-@|\uff0b\uff0d\uff1d\uff20])/g, "$1$2'")
    .replace(/^('*)(?=[\uff0b\uff0d\uff1d\uff20])/, "$1'");

/** Removes the apostrophes of `guardInner`. */
export const unguardInner = (text: string): string =>
  text
    .replaceAll(/(;|(?<!^)\t)([^\S\r\n]*'*)'(?=[=+\-@|\uff0b\uff0d\uff1d\uff20])/g, '$1$2')
    .replace(/^('*)'(?=[\uff0b\uff0d\uff1d\uff20])/, '$1');
