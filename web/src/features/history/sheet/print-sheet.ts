import type { MapPicture } from './map-picture.ts';
import { PAPERS, type Paper } from './paper.ts';
import type { SheetPart, TrackSheet } from './track-sheet.ts';
import './print-sheet.css';

function element<Tag extends keyof HTMLElementTagNameMap>(tag: Tag, ...children: (Node | string)[]) {
  const made = document.createElement(tag);
  made.append(...children);
  return made;
}

/**
 * The sheet for the browser's print: heading, map with its attribution, and for each vehicle figures and the table with
 * headings on each page.
 */
export function sheetElement(sheet: TrackSheet, picture: MapPicture): HTMLElement {
  const made = element('section');
  made.className = 'milepost-print milepost-track-sheet';
  const head = element('header', element('h1', sheet.title), element('p', sheet.range));
  head.append(element('small', [sheet.organisation, sheet.madeAt].filter((text) => text !== '').join(' · ')));
  const image = element('img');
  image.alt = '';
  image.src = picture.url;
  const figure = element('figure', image, element('figcaption', element('bdi', picture.attribution)));
  const parts = sheet.parts.map((part, index) => partElement(sheet, part, picture.inks[index] ?? ''));
  made.append(head, figure, ...parts);
  return made;
}

/** The figures and the table of a vehicle; with several, under its letter, colour and registration. */
function partElement(sheet: TrackSheet, { heading, figures, rows }: SheetPart, ink: string): HTMLElement {
  const made = element('section');
  if (heading) {
    const swatch = element('i', heading.letter);
    swatch.style.background = ink;
    made.append(element('h2', swatch, element('bdi', heading.registration)));
  }
  const list = element(
    'dl',
    ...figures.map(([label, value]) => element('div', element('dt', label), element('dd', value))),
  );
  const table = element(
    'table',
    element('thead', rowOf('th', sheet.columns)),
    element('tbody', ...rows.map((row) => rowOf('td', row))),
  );
  made.append(list, rows.length > 0 ? table : element('p', sheet.nothing));
  return made;
}

const rowOf = (tag: 'th' | 'td', cells: readonly string[]) =>
  element('tr', ...cells.map((cell) => element(tag, element('bdi', cell))));

/** Prints only the sheet; afterwards the page is as before. */
export async function printTrackSheet(sheet: TrackSheet, picture: MapPicture, paper: Paper): Promise<void> {
  const made = sheetElement(sheet, picture);
  const { width, height } = PAPERS[paper];
  made.prepend(element('style', `@page { size: ${width}mm ${height}mm; margin: 12mm; }`));
  document.body.append(made);
  // A picture that is not decoded yet would be missing on the paper.
  await made.querySelector('img')?.decode();
  document.body.dataset['printingTable'] = '';
  addEventListener(
    'afterprint',
    () => {
      made.remove();
      delete document.body.dataset['printingTable'];
    },
    { once: true },
  );
  print();
}
