import { notify, type NotifyServices } from '../notify/notify.ts';
import type { Concerned } from '../store/saved-reports/change-saved-reports.ts';
import { textFor } from '../texts/text.ts';

/** Notifies the owner of a shared report, and the people who schedule it, of another person's change. */
export async function notifyReportChange(
  services: NotifyServices,
  by: string,
  { id, name: report, ownerId, schedulerIds }: Concerned & { id: number },
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
