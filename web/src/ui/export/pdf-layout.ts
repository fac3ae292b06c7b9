/** The width of a text in points at the font size of the table. */
export type Measure = (text: string) => number;

const ELLIPSIS = '…';

/** The longest prefix of the text that fits, with an ellipsis if it was truncated. */
export function fitText(text: string, width: number, measure: Measure): string {
  if (measure(text) <= width) return text;
  const letters = [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment);
  let low = 0;
  let high = letters.length;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (measure(letters.slice(0, middle).join('') + ELLIPSIS) <= width) low = middle;
    else high = middle - 1;
  }
  return letters.slice(0, low).join('').trimEnd() + ELLIPSIS;
}

/** A text in lines no wider than `width`, broken between words; at most `maxLines`, the last one truncated to fit. */
export function wrapText(text: string, width: number, maxLines: number, measure: Measure): string[] {
  const words = text.split(/\s+/).filter((word) => word !== '');
  const lines: string[] = [];
  let line = '';
  for (const [index, word] of words.entries()) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line === '' || measure(longer) <= width) {
      line = longer;
      continue;
    }
    if (lines.length === maxLines - 1) {
      line = [line, ...words.slice(index)].join(' ');
      break;
    }
    lines.push(line);
    line = word;
  }
  return [...lines, line].map((each) => fitText(each, width, measure));
}

/**
 * Distributes a page's width among columns. Columns that need less than an equal share get what they need; the others
 * share the rest, and none gets more than it needs unless room is left over.
 * @param wanted width of the widest cell of each column, points
 */
export function shareWidth(wanted: readonly number[], total: number): number[] {
  const widths = wanted.map(() => 0);
  let open = wanted.map((_, index) => index);
  let left = total;
  for (;;) {
    const equal = left / open.length;
    const content = open.filter((index) => (wanted[index] ?? 0) <= equal);
    if (content.length === 0 || open.length === 0) break;
    for (const index of content) {
      widths[index] = wanted[index] ?? 0;
      left -= widths[index];
    }
    open = open.filter((index) => !content.includes(index));
  }
  const equal = open.length > 0 ? left / open.length : 0;
  for (const index of open) widths[index] = equal;
  if (open.length > 0 || left <= 0) return widths;
  const sum = widths.reduce((total_, width) => total_ + width, 0);
  return sum === 0 ? widths.map(() => total / widths.length) : widths.map((width) => (width * total) / sum);
}

/** Distributes rows of these heights over pages with `room` points each; a row is never split. */
export function paginate(heights: readonly number[], room: number): number[][] {
  const pages: number[][] = [[]];
  let used = 0;
  for (const [index, height] of heights.entries()) {
    if (used > 0 && used + height > room) {
      pages.push([]);
      used = 0;
    }
    pages.at(-1)?.push(index);
    used += height;
  }
  return pages;
}
