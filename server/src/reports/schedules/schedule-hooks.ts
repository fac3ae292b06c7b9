import { randomUUID } from 'node:crypto';
import { DOWNLOAD_DAYS } from '@milepost/contract/download-operations';
import { type Fault, toFault } from '@milepost/contract/fault';
import type { ReportParams } from '@milepost/contract/report-operations';
import type { Queryable } from '../../store/database.ts';
import { insertScheduledDownload } from '../../store/downloads/change-downloads.ts';
import type { RunToSend } from '../../store/report-schedules/report-schedules.ts';
import { queueReportDelivery, type ScheduleWebhook } from '../../store/report-schedules/schedule-webhooks.ts';
import { fileRights } from '../document.ts';
import type { FailedFormat, ScheduleFile } from './schedule-files.ts';
import type { Reader } from './schedule-readers.ts';

/** Webhooks that are not notified: they were deleted, or the owner may no longer use them. */
export function missingHooks(
  { toOwner, webhookIds }: RunToSend,
  hooks: readonly ScheduleWebhook[],
): { to: string; fault: Fault }[] {
  if (toOwner) return [];
  return webhookIds.flatMap((id) => {
    const hook = hooks.find((one) => one.id === id);
    return hook?.there ? [] : [{ to: hook?.name ?? `#${id}`, fault: toFault('schedule-webhook-gone') }];
  });
}

interface Parcel {
  run: RunToSend;
  reader: Reader;
  files: readonly ScheduleFile[];
  missing: readonly FailedFormat[];
  params: ReportParams;
  webhooks: readonly ScheduleWebhook[];
  /** For links; null when it is not configured. */
  publicUrl: string | null;
}

/**
 * Adds the files to the owner's Downloads and notifies webhooks of their location, in the caller's transaction. The
 * notification does not contain the files: fetching one needs a session or an API token, and access is checked then.
 */
export async function notifyWebhooks(db: Queryable, parcel: Parcel): Promise<void> {
  const { run, reader, files, missing, params, webhooks, publicUrl } = parcel;
  const [first] = files;
  if (!first || webhooks.length === 0) return;
  const lying = [];
  for (const file of files) {
    const id = await insertScheduledDownload(db, {
      ...file,
      organisationId: reader.organisationId,
      kind: run.kind,
      ...fileRights(reader.document, [file.format]),
      params,
      as: reader.as,
    });
    const path = `/downloads/${id}`;
    const { format, rows, sizeBytes, hash } = file;
    const url = publicUrl === null ? null : `${publicUrl}${path}`;
    lying.push({ format, rows, sizeBytes, sha256: hash, path, url, keptDays: DOWNLOAD_DAYS });
  }
  for (const { id: webhookId } of webhooks) {
    const key = randomUUID();
    const body = JSON.stringify({
      id: key,
      event: 'report.ready',
      createdAt: new Date().toISOString(),
      schedule: { id: run.scheduleId, dueAt: run.dueAt.toISOString(), owner: run.owner },
      report: {
        kind: run.kind,
        title: first.title,
        from: params.from ?? null,
        to: params.to ?? null,
        parameters: first.parameters,
      },
      files: lying,
      missing,
      organisation: { id: reader.as.scope.organisationId, name: reader.as.organisation },
    });
    await queueReportDelivery(db, { runId: run.id, webhookId, key, about: first.title, body });
  }
}
