import { type Language, traitsOf } from '@milepost/contract/languages';
import { inLanguage, textFor } from '../../texts/text.ts';
import { cellText, headText, isAtEnd } from './cell-text.ts';
import { logoSize } from './logo-size.ts';
import { groupTexts, rowsByGroup } from './groups.ts';
import { columnsByPage } from './pdf-columns.ts';
import { type PictureText, withoutMarked } from './picture-texts.ts';
import { totalTexts } from './total-texts.ts';
import type { ReportFile, ReportSection } from './report-file.ts';

/** A text, or one that runs against the direction of the page. */
type Shown = string | { against: string };

/** The input of pdf.typ, as data.json. */
export interface PdfData {
  title: string;
  organisation: string;
  lang: string;
  rtl: boolean;
  landscape: boolean;
  'as-of': string;
  /** "Page n of m" in pieces: 1 stands for the page number, 2 for the number of pages. */
  page: (string | 1 | 2)[];
  empty: string;
  /** Millimetres. */
  logo: { width: number; height: number } | null;
  facts: { label: Shown; value: Shown }[];
  notes: string[];
  /** A front page with the table of contents. */
  cover: { title: Shown; text: Shown[]; logo: boolean } | null;
  contents: string;
  /** The heading of columns that did not fit next to the others. */
  further: string;
  sections: {
    title: string;
    facts: { label: Shown; value: Shown }[];
    notes: string[];
    pictures: { name: string; width: number; height: number; texts: (Omit<PictureText, 'text'> & { text: Shown })[] }[];
    /** The caption above the first part of the table; empty for none. */
    caption: Shown;
    /** Points. */
    size: number;
    /** The columns that fit side by side, and those that follow on further pages. */
    tables: {
      columns: { label: Shown; width: number; end: boolean }[];
      /** The texts of a row; a group line precedes its rows. */
      rows: (Shown[] | { group: Shown[]; over: number })[];
      totals: Shown[];
    }[];
  }[];
}

/** Pictures, keyed by their names in `PdfData`. */
export type PdfPictures = Record<string, Uint8Array>;

const RIGHT_TO_LEFT = /^[^\p{L}]*[\p{Script=Arabic}\p{Script=Hebrew}]/u;
/** The space between a time and its a.m. or p.m. mark. */
const HALF_OF_DAY = /(?<=\d:\d\d)[ \u202F](?=(?:[ap]m|[صم])(?!\p{L}))/giu;
const LEFT_TO_RIGHT = /^[^\p{L}]*(?![\p{Script=Arabic}\p{Script=Hebrew}])\p{L}/u;

/**
 * Prepares a text for typesetting: without control characters, with break opportunities in words that are too long for
 * a column, and none within a time.
 */
export function shownIn(language: Language, text: string): Shown {
  const clean = text.replaceAll(/[\p{Cc}\u2028\u2029]/gu, ' ').toWellFormed();
  const broken = clean
    .replaceAll(HALF_OF_DAY, '\u00A0')
    .replaceAll(/\S{25,}/gu, (word) => word.replaceAll(/\S{24}/gu, '$&\u200B'));
  const against = traitsOf(language).direction === 'rtl' ? LEFT_TO_RIGHT.test(clean) : RIGHT_TO_LEFT.test(clean);
  return against ? { against: broken } : broken;
}

/** Reads the rows of the sections; `count` is called with each batch and may refuse it. */
export async function pdfData(
  file: ReportFile,
  count: (rows: number) => void,
): Promise<{ data: PdfData; pictures: PdfPictures }> {
  const { language, organisation, title } = file;
  const shown = (text: string) => shownIn(language, text);
  const shownFact = ({ label, value }: { label: string; value: string }) => ({
    label: shown(label),
    value: shown(value),
  });
  const pictures: PdfPictures = file.logo ? { 'logo.png': file.logo } : {};
  const sections: PdfData['sections'] = [];
  const across = file.sections.some(({ columns }) => columns.length > 5);
  for (const [index, section] of file.sections.entries()) {
    const writers = section.columns.map((column) => cellText(column, file));
    const rows: (string[] | { group: string[] })[] = [];
    for await (const part of rowsByGroup(section)) {
      if ('group' in part) rows.push({ group: groupTexts(section.columns, part.group, file) });
      else {
        count(part.rows.length);
        for (const cells of part.rows) rows.push(writers.map((write, at) => write(cells[at] ?? null)));
      }
    }
    const measured = rows.flatMap((row) => ('group' in row ? [] : [row])).slice(0, 200);
    const drawn = picturesOf(section, index).map(([name, svg]) => ({ name, ...withoutMarked(svg) }));
    for (const { name, svg } of drawn) pictures[name] = Buffer.from(svg);
    const heads = section.columns.map((column) => headText(column, file));
    const ends = section.columns.map(isAtEnd);
    const totals = section.totals ? totalTexts(section.columns, section.totals, file) : [];
    const { size, pages } = columnsByPage(section.columns, { cells: measured, totals, file, across });
    sections.push({
      title: section.title,
      facts: (section.parameters ?? []).map(shownFact),
      notes: [...(section.notes ?? [])],
      pictures: drawn.map(({ name, width, height, texts: set }) => ({
        name,
        width,
        height,
        texts: set.map((one) => ({ ...one, text: shown(one.text) })),
      })),
      caption: shown(section.chart?.title ?? ''),
      size,
      tables: pages.map(({ places, widths }) => {
        const of = (texts: readonly string[]) => places.map((at) => texts[at] ?? '');
        return {
          columns: places.map((at, position) => ({
            label: shown(heads[at] ?? ''),
            width: widths[position] ?? 1,
            end: ends[at] ?? false,
          })),
          rows: rows.map((row) => ('group' in row ? headOf(of(row.group), shown) : of(row).map(shown))),
          totals: totals.length === 0 ? [] : of(totals).map(shown),
        };
      }),
    });
  }
  const word = (code: Parameters<typeof textFor>[0]) => inLanguage(language, { code, params: {} });
  const facts = [...file.parameters, { label: word('report-zone'), value: zoneText(file.timeZone) }];
  return {
    data: {
      title,
      organisation,
      lang: language,
      rtl: traitsOf(language).direction === 'rtl',
      landscape: across,
      'as-of': `${word('report-as-of')}: ${file.asOf}`,
      page: pageWords(file),
      empty: word('report-empty'),
      logo: file.logo && logoSize(file.logo),
      cover: file.cover
        ? { title: shown(file.cover.title), text: linesOf(file.cover.text).map(shown), logo: file.cover.logo }
        : null,
      contents: word('report-contents'),
      further: word('report-further-columns'),
      facts: facts.map(shownFact),
      notes: [...file.notes],
      sections,
    },
    pictures,
  };
}

/** A group's name spans the following columns without a subtotal. */
function headOf([name = '', ...others]: readonly string[], shown: (text: string) => Shown) {
  const over = others.findIndex((text) => text !== '') + 1 || others.length + 1;
  return { group: [name, ...others.slice(over - 1)].map(shown), over };
}

/** "America/Montevideo" becomes "Montevideo". */
const zoneText = (timeZone: string) => (timeZone.split('/').at(-1) ?? timeZone).replaceAll('_', ' ');

const linesOf = (text: string | null) => text?.split(/\r?\n/) ?? [];

function picturesOf({ chart, map }: ReportSection, index: number): [name: string, svg: string][] {
  return [
    ...(chart ? [[`chart-${index}.svg`, chart.svg] as [string, string]] : []),
    ...(map ? [[`map-${index}.svg`, map.svg] as [string, string]] : []),
  ];
}

function pageWords({ language }: ReportFile): PdfData['page'] {
  const words = inLanguage(language, textFor('report-page', { page: '«1»', pages: '«2»' }));
  return words.split(/(«[12]»)/).flatMap((part) => (part === '' ? [] : part === '«1»' ? 1 : part === '«2»' ? 2 : part));
}
