import type { Language } from '@milepost/contract/languages';
import type { SavedReport } from '@milepost/contract/saved-report-operations';
import { may } from '../../auth/caller.ts';
import { notify, type NotifyServices } from '../../notify/notify.ts';
import { reportName } from '../../reports/all-reports.ts';
import { reportFor, reportsFor } from '../../reports/allowed.ts';
import { readerLanguage } from '../../reports/read-report.ts';
import type { Caller } from '../../store/people/callers.ts';
import {
  type AffectedPeople,
  deleteSavedReport,
  mayEditSaved,
  restoreSavedReport,
  type SavedReportEditor,
  saveSavedReport,
} from '../../store/saved-reports/change-saved-reports.ts';
import { getSavedReport, listSavedReports, type StoredSavedReport } from '../../store/saved-reports/saved-reports.ts';
import { textFor } from '../../texts/text.ts';
import type { CallContext, Handlers } from '../handler.ts';

const editorOf = (caller: Caller): SavedReportEditor => ({
  userId: caller.userId,
  scope: caller.scope,
  all: may(caller, 'organisations', 'edit'),
});

function shown(stored: StoredSavedReport, caller: Caller, language: Language): SavedReport {
  const open = new Set<string>(reportsFor(caller));
  return {
    ...stored,
    mayEdit: mayEditSaved(editorOf(caller), stored),
    sections: stored.sections.map((section) => ({
      ...section,
      name: reportName(section.kind, language),
      open: open.has(section.kind),
    })),
  };
}

async function answer({ services: { database }, caller }: CallContext, id: number, options: { language?: Language }) {
  const language = await readerLanguage(database, caller, options);
  return { report: shown(await getSavedReport(database, caller, id), caller, language) };
}

export const savedReportHandlers = {
  'get-saved-report-list': async (options, { services: { database }, caller }) => {
    const language = await readerLanguage(database, caller, options);
    const { rows, total } = await listSavedReports(database, caller);
    return {
      rows: rows.map((row) => ({
        id: row.id,
        name: row.name,
        shared: row.shared,
        own: row.own,
        owner: row.owner,
        mayEdit: mayEditSaved(editorOf(caller), row),
        sections: row.sections.map(({ kind, title }) => title ?? reportName(kind, language)),
      })),
      total,
    };
  },

  'get-saved-report': ({ id, ...options }, context) => answer(context, id, options),

  'save-saved-report': async ({ language, ...input }, context) => {
    const { services, caller, actor } = context;
    const { id, concerned } = await saveSavedReport(services.database, editorOf(caller), actor, input, (former) => {
      // Editing a shared report keeps the sections that the editor does not see.
      const formerKinds = new Set(former?.sections.map(({ kind }) => kind));
      for (const { kind } of input.sections) if (!formerKinds.has(kind)) reportFor(caller, kind);
    });
    if (concerned) await notifyReportChange(services, caller.displayName, { ...concerned, id }, 'changed');
    return answer(context, id, language === undefined ? {} : { language });
  },

  'delete-saved-report': async ({ id }, { services, caller, actor }) => {
    const concerned = await deleteSavedReport(services.database, editorOf(caller), actor, id);
    await notifyReportChange(services, caller.displayName, { ...concerned, id }, 'deleted');
    return {};
  },

  'restore-saved-report': async ({ id, ...options }, context) => {
    const { services, caller, actor } = context;
    await restoreSavedReport(services.database, editorOf(caller), actor, id);
    return answer(context, id, options);
  },
} satisfies Partial<Handlers>;

/** Notifies the owner of a shared report, and the people who schedule it, of another person's change. */
async function notifyReportChange(
  services: NotifyServices,
  by: string,
  { id, name: report, ownerId, schedulerIds }: AffectedPeople & { id: number },
  what: 'changed' | 'deleted',
): Promise<void> {
  const title = textFor(`saved-report-${what}`, { name: by, report });
  for (const userId of new Set([...(ownerId === null ? [] : [ownerId]), ...schedulerIds])) {
    const schedules = schedulerIds.includes(userId);
    const text =
      what === 'deleted'
        ? 'saved-report-deleted-text'
        : schedules
          ? 'saved-report-held-text'
          : 'saved-report-changed-text';
    const path = schedules ? '/reports/schedules' : what === 'changed' ? `/reports/saved/${id}` : '/reports';
    await notify(services, { userId, kind: 'download', path, title, text: textFor(text) });
  }
}
