// Texts out of files as the server takes them: one odd character would have it refuse the whole import.

/** Without the half of a pair that a cut could leave. */
const cut = (text: string, most: number) => text.slice(0, most).replace(/[\ud800-\udbff]$/, '');

/** What turns letters about or is not seen; see `ONE_LINE` of the contract. */
const INVISIBLE =
  /[\p{Bidi_Control}\u180e\u200b\u2060-\u2064\ufeff]|(?<![[\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f]--\p{Script=Latin}])[\u200c\u200d]/gv;

/** As one line of at most so many characters, without control characters. */
export const cleanLine = (text: string, most = Infinity) =>
  cut(
    text
      .toWellFormed()
      .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
      .replaceAll(INVISIBLE, '')
      .trim(),
    most,
  ).trim();

/** As lines of at most so many characters in all; line ends and tabs stay. */
export const cleanLines = (text: string, most: number) =>
  cut(
    text
      .toWellFormed()
      .replaceAll(/(?![\t\r\n])\p{Cc}/gu, '')
      .trim(),
    most,
  ).trim();
