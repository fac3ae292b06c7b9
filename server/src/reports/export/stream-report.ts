import type { DownloadFormat } from '@milepost/contract/download-operations';
import { joinList } from '@milepost/contract/list-text';
import type { ReportParams } from '@milepost/contract/report-operations';
import { traitsOf } from '@milepost/contract/languages';
import { AppError } from '../../errors.ts';
import type { Queryable } from '../../store/database.ts';
import { readOwnClock } from '../../store/dashboard/own-clock.ts';
import { readLogo } from '../../store/organisations/logos.ts';
import type { Caller } from '../../store/people/callers.ts';
import { onlyRow } from '../../store/rows.ts';
import { inLanguage, oneLine, textFor } from '../../texts/text.ts';
import { reportName } from '../all-reports.ts';
import { paramsOf, type ReportDocument, titleOf } from '../document.ts';
import { isDrawn, type ReportFile } from '../formats/report-file.ts';
import { afterSnapshot, inSnapshot, readerLanguage, type ReportServices } from '../read-report.ts';
import { sectionFile } from './section-file.ts';
import { BackgroundPacer } from './unhurried.ts';

interface Wanted {
  /** The document as far as the caller may see it. */
  document: ReportDocument;
  params: ReportParams;
  format?: DownloadFormat;
  /** Set for background work, which runs only part of the time. */
  unhurried?: AbortSignal;
  /** Set when a person waits: no further section is begun after this time. */
  withinMs?: number;
}

/** The time limit for the rows of a section. */
const SECTION_MS = 55_000;

/**
 * Passes a document and its number of rows to `use`, which writes the file and must be finished when it returns. All
 * rows come from one snapshot of the database, so that totals match them. When a person waits, rows are read while the
 * file is written. A background file is written slowly, and a long-lived snapshot would slow all writes to the
 * database, so its rows are materialised first.
 * @throws AppError `invalid` for an impossible range, `conflict` when it takes too long
 */
export async function streamReport<Result>(
  { database, places }: ReportServices,
  caller: Caller,
  { document, params, format, unhurried, withinMs = Number.POSITIVE_INFINITY }: Wanted,
  use: (file: ReportFile, total: number) => Promise<Result>,
  now = new Date(),
): Promise<Result> {
  const { scope } = caller;
  const { saved } = document;
  const patient = unhurried && new BackgroundPacer(unhurried);
  const make = async (db: Queryable) => {
    const language = await readerLanguage(db, caller, params);
    const { timeZone } = await readOwnClock(db, scope, now);
    const reader = await readReader(db, caller);
    const how = { language, timeZone, currency: reader.currency, units: reader.units };
    const placeAt = places.for({ language, units: caller.units }, 'report');
    const made = [];
    const began = performance.now();
    // Background work must not occupy further processors.
    if (patient) await db.query('SET LOCAL max_parallel_workers_per_gather = 0');
    for (const [at, section] of document.sections.entries()) {
      if (performance.now() - began > withinMs) throw new AppError('conflict', 'report-too-slow');
      const sectionParams = { ...paramsOf(document, section, params), language };
      made.push(
        await sectionFile(db, section, {
          caller,
          placeAt,
          how,
          now,
          params: sectionParams,
          format,
          unhurried: patient,
          fences: document.fences,
          at,
        }),
      );
    }
    const several = saved !== null;
    const common = several ? commonWords(made.map(({ shared }) => shared)) : [];
    const leftOut = joinList(
      document.leftOut.map((kind) => reportName(kind, language)),
      language,
    );
    const notes = [
      ...new Set([
        ...(several ? [] : made.flatMap(({ rule, counted }) => [rule ?? [], counted ?? []].flat())),
        ...(leftOut === '' ? [] : [inLanguage(language, textFor('report-left-out', { reports: leftOut }))]),
        ...made.flatMap((one) => one.notes),
      ]),
    ];
    const title = titleOf(document, language);
    const pictures = isDrawn(format);
    const file: ReportFile = {
      ...how,
      title,
      organisation: oneLine(reader.organisation),
      parameters: several ? common : made.flatMap(({ shared, own }) => [...shared, ...own]),
      asOf: new Intl.DateTimeFormat(traitsOf(language).locale, {
        dateStyle: 'medium',
        timeStyle: 'short',
        timeZone,
      }).format(now),
      notes,
      logo: pictures ? await readLogo(db, scope.organisationId) : null,
      cover: saved?.cover ? { ...saved.cover, title: saved.cover.title ?? title } : null,
      sections: made.map(({ section, shared, own, rule }) =>
        several
          ? {
              ...section,
              parameters: [...shared.filter(({ label }) => !common.some((one) => one.label === label)), ...own],
              notes: rule === null ? [] : [rule],
            }
          : section,
      ),
    };
    return { file, total: made.reduce((sum, { total }) => sum + total, 0) };
  };
  const write = ({ file, total }: Awaited<ReturnType<typeof make>>) => use(file, total);
  if (!patient) return inSnapshot(database, async (db) => write(await make(db)));
  return afterSnapshot(database, make, write, SECTION_MS * document.sections.length);
}

type Words = readonly { label: string; value: string }[];

/** The parameters common to all sections, such as the days if all have the same ones. */
function commonWords(all: readonly Words[]): Words {
  const values = new Map<string, Set<string>>();
  for (const { label, value } of all.flat()) values.set(label, (values.get(label) ?? new Set()).add(value));
  return [...values].flatMap(([label, [value = '', ...others]]) => (others.length === 0 ? [{ label, value }] : []));
}

async function readReader(db: Queryable, { userId, scope }: Caller) {
  const { units, ...reader } = onlyRow(
    await db.query<{ units: string; currency: string; organisation: string }>(
      `SELECT u.units, o.currency, o.name AS organisation FROM users u, organisations o WHERE u.id = $1 AND o.id = $2`,
      [userId, scope.organisationId],
    ),
  );
  return { ...reader, units: units === 'imperial' ? ('miles' as const) : ('metric' as const) };
}
