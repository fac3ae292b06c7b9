import { REPORT_PURPOSES } from '@milepost/contract/report-kinds';
import { requireGrant } from '../../auth/caller.ts';
import { REPORTS } from '../../reports/all-reports.ts';
import { reportFor, reportsFor, shownTo } from '../../reports/allowed.ts';
import { readerLanguage, readReport } from '../../reports/read-report.ts';
import { columnsIn } from '../../reports/report-words.ts';
import { listReportChoices } from '../../store/reports/report-choices.ts';
import { markReport, readReportUses } from '../../store/reports/report-uses.ts';
import type { Handlers } from '../handler.ts';

export const reportHandlers = {
  'get-reports': async (input, { services, caller }) => {
    const { database } = services;
    const [language, uses] = await Promise.all([
      readerLanguage(database, caller, input),
      readReportUses(database, caller.userId),
    ]);
    const rows = reportsFor(caller)
      .map((kind) => {
        const report = shownTo(REPORTS[kind], caller);
        const { purpose, texts } = report;
        const { name, about, words: others = '' } = texts[language];
        const words = [...columnsIn(report, language).map(({ label }) => label), others].join(' ');
        const use = uses.get(kind);
        const openedAt = use?.openedAt?.toISOString() ?? null;
        return { kind, purpose, name, about, words, favourite: use?.favourite ?? false, openedAt };
      })
      .toSorted((a, b) => REPORT_PURPOSES.indexOf(a.purpose) - REPORT_PURPOSES.indexOf(b.purpose));
    return { rows, total: rows.length };
  },

  'get-report': (input, { services, caller }) => readReport(services, caller, input),

  'get-report-choices': async ({ filter, search }, { services, caller }) => {
    // Vehicles, groups and drivers appear in the rows of reports that need no other menu.
    if (filter === 'rules') requireGrant(caller, 'alarms', 'view');
    if (filter === 'fences') requireGrant(caller, 'in-out-location', 'view');
    return listReportChoices(services.database, caller.scope, filter, search);
  },

  'mark-report': async ({ kind, favourite }, { services, caller }) => {
    const report = reportFor(caller, kind);
    await markReport(services.database, caller.userId, { kind: report.kind, favourite });
    return {};
  },
} satisfies Pick<Handlers, 'get-reports' | 'get-report' | 'get-report-choices' | 'mark-report'>;
