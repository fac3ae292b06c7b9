import { traitsOf } from '@milepost/contract/languages';
import { PERSONAL_SECTIONS } from '../store/personal-data/personal-table.ts';
import type { ExportedTable, PersonalFile } from '../store/personal-data/read-personal-data.ts';
import { inLanguage, type TextCode, textFor } from '../texts/text.ts';
import { xmlText } from '../track-files/fix-text.ts';
import type { PersonalDataRequest } from './write-personal-data.ts';

/** The name of a table's files, without their ending. */
export const fileNameOf = ({ name }: ExportedTable): string => name.replaceAll('_', '-');

/** The path of a file in the ZIP, without characters that file systems reserve. */
export const pathOfFile = ({ id, name }: PersonalFile): string =>
  `files/${id} ${name
    .toWellFormed()
    .replaceAll(/[<>:"/\\|?*\p{Cc}]+/gu, '_')
    .slice(-120)}`;

const linkTo = (path: string, text: string) =>
  `<a href="${xmlText(path.split('/').map(encodeURIComponent).join('/'))}">${xmlText(text)}</a>`;

/** The page that explains a ZIP with personal data and links to its files. */
export function indexPage(
  { kind, name, organisation, by, language, more, now }: PersonalDataRequest,
  counts: ReadonlyMap<ExportedTable, number>,
  { files, leftOut }: { files: readonly PersonalFile[]; leftOut: readonly string[] },
): string {
  const word = (code: TextCode, params: Record<string, string | number> = {}) =>
    xmlText(inLanguage(language, { code, params }));
  const { locale, direction } = traitsOf(language);
  const at = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(now);
  const sections = PERSONAL_SECTIONS.flatMap((section) => {
    const lines = [...counts]
      .filter(([table]) => table.section === section)
      .map(
        ([table, count]) =>
          `<li>${linkTo(`${fileNameOf(table)}.json`, fileNameOf(table))} (${linkTo(`${fileNameOf(table)}.csv`, 'CSV')}): ${word('personal-data-rows', { count })}</li>`,
      );
    const others = section === 'driving' ? [...more.keys()].map((path) => `<li>${linkTo(path, path)}</li>`) : [];
    const stored = section === 'files' ? files.map((file) => `<li>${linkTo(pathOfFile(file), file.name)}</li>`) : [];
    const all = [...lines, ...others, ...stored];
    return all.length === 0 ? [] : [`<h2>${word(`personal-data-${section}`)}</h2><ul>${all.join('')}</ul>`];
  });
  const title = inLanguage(language, textFor(kind, { name }));
  const tables = leftOut.map((table) => table.replaceAll('_', '-')).join(', ');
  const missing = leftOut.length === 0 ? '' : `<p>${word('personal-data-left-out', { by, tables })}</p>\n`;
  return `<!doctype html><html lang="${language}" dir="${direction}"><head><meta charset="utf-8"><title>${xmlText(title)}</title></head>
<body style="font-family:system-ui,sans-serif;max-width:48em;margin:2em auto;padding:0 1em;color:#101828">
<h1>${xmlText(title)}</h1><p>${word('personal-data-by', { organisation, by, at: `${at} UTC` })}</p>
<p>${word(kind === 'driver-data' ? 'personal-data-note-driver' : 'personal-data-note-user')}</p>
${missing}${sections.join('\n')}</body></html>
`;
}
