/** A text of a drawing with its position in the drawing's own units; when `centred`, `x` is its middle. */
export interface PictureText {
  x: number;
  y: number;
  size: number;
  centred: boolean;
  text: string;
}

/** Scripts whose marks a drawing in a PDF misplaces; texts in them are typeset like those of the page. */
const MARKED = /\p{Script=Devanagari}/u;
const TEXT = /<text x="([\d.-]+)" y="([\d.-]+)"([^>]*)>([^<]*)<\/text>/g;
const ENTITIES: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&apos;': "'",
  '&amp;': '&',
};

/**
 * Splits a drawing into the drawing without the texts it cannot typeset, and those texts; also returns its size. All
 * drawings are our own, so their structure is known.
 */
export function withoutMarked(svg: string): { svg: string; width: number; height: number; texts: PictureText[] } {
  const texts: PictureText[] = [];
  const [, width = 1, height = 1] = /viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(svg)?.map(Number) ?? [];
  const bare = svg.replaceAll(TEXT, (whole: string, x: string, y: string, how: string, coded: string) => {
    if (!MARKED.test(coded)) return whole;
    const text = coded.replaceAll(/&\w+;/g, (one) => ENTITIES[one] ?? one);
    const size = Number(/font-size="([\d.]+)"/.exec(how)?.[1] ?? 9);
    texts.push({ x: Number(x), y: Number(y), size, centred: how.includes('text-anchor="middle"'), text });
    return '';
  });
  return { svg: bare, width, height, texts };
}
