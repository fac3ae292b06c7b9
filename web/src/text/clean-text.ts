// Text from files in the form that the server accepts: one invalid character would cause it to reject the whole import.

/** Truncates without leaving half of a surrogate pair. */
const cut = (text: string, most: number) => text.slice(0, most).replace(/[\ud800-\udbff]$/, '');

/** Invisible characters, and those that change the text direction; see `ONE_LINE` of the contract. */
const INVISIBLE =
  /[\p{Bidi_Control}\u180e\u200b\u2060-\u2064\ufeff]|(?<![[\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f]--\p{Script=Latin}])[\u200c\u200d]/gv;

/** Cleans a text to one line of at most this many characters, without control characters. */
export const cleanLine = (text: string, most = Infinity) =>
  cut(
    text
      .toWellFormed()
      .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
      .replaceAll(INVISIBLE, '')
      .trim(),
    most,
  ).trim();

/** Cleans a text to lines of at most this many characters in total; line ends and tabs stay. */
export const cleanLines = (text: string, most: number) =>
  cut(
    text
      .toWellFormed()
      .replaceAll(/(?![\t\r\n])\p{Cc}/gu, '')
      .trim(),
    most,
  ).trim();
