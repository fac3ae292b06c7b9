import type { ServerNotice } from '@milepost/contract/server-operations';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../api/setup.ts';
import { useCall } from '../../api/use-call.ts';
import { formatDateTime, formatDuration, formatNumber } from '../../text/format.ts';
import { isolate } from '../../text/isolate.ts';
import { Alert, type AlertType } from '../../ui/alert/alert.tsx';

const REFETCH_MS = 30_000;
const MB = 1_000_000;

/** Problems that the operator of the server should fix; hidden for organisations below the root. */
export function ServerNotices() {
  const { t } = useTranslation();
  const enabled = useMay('organisations', 'view');
  const { data } = useCall('get-server-notices', {}, { refetchInterval: REFETCH_MS, enabled });
  return data?.rows.map((notice) => (
    <Alert key={notice.kind} type={noticeType(notice)} dismissible={false}>
      {noticeText(t, notice)}
    </Alert>
  ));
}

export function noticeType(notice: ServerNotice): AlertType {
  if (notice.kind === 'map-index') return 'info';
  if (notice.kind === 'certificate-expires' && hasPassed(notice.validTo)) return 'danger';
  return notice.kind === 'disk' && notice.state === 'full' ? 'danger' : 'warning';
}

const hasPassed = (at: string) => Date.parse(at) < Date.now();

/** What happened, and what to do. */
export function noticeText(t: TFunction, notice: ServerNotice): string {
  if ('address' in notice) return t(`server-notices.${notice.kind}`, { address: notice.address });
  if (notice.kind === 'late-clock') {
    const { lateS, devices, heard } = notice;
    return t('server-notices.late-clock', {
      late: formatDuration(lateS),
      devices: formatNumber(devices),
      heard: formatNumber(heard),
    });
  }
  if (notice.kind === 'map-file') {
    const reason = t(`server-notices.map-file-${notice.fault}`, { found: isolate(notice.found) });
    return t('server-notices.map-file', { reason });
  }
  if (notice.kind === 'map-index') return t('server-notices.map-index', { percent: formatNumber(notice.percent) });
  if (notice.kind === 'map-index-fault') {
    return t('server-notices.map-index-fault', { reason: isolate(notice.reason) });
  }
  if (notice.kind === 'clock-jump') {
    const { byS, at } = notice;
    const values = { by: formatDuration(Math.abs(byS)), at: formatDateTime(at) };
    return t(byS > 0 ? 'server-notices.clock-jump' : 'server-notices.clock-jump-back', values);
  }
  if (notice.kind === 'database-clock') {
    return t('server-notices.database-clock', { by: formatDuration(Math.abs(notice.aheadS)) });
  }
  if (notice.kind === 'failed-jobs' || notice.kind === 'failed-mails') {
    const { kind, count } = notice;
    return t(`server-notices.${kind}`, { count, number: formatNumber(count) });
  }
  if (notice.kind === 'certificate-expires') {
    const { host, validTo } = notice;
    const key = hasPassed(validTo) ? 'certificate-expired' : 'certificate-expires';
    return t(`server-notices.${key}`, { host: isolate(host), at: formatDateTime(validTo) });
  }
  if (notice.kind === 'no-ingest') return t('server-notices.no-ingest');
  if (notice.kind === 'process-silent') return t('server-notices.process-silent', { name: isolate(notice.name) });
  if (notice.kind === 'no-backup') return t('server-notices.no-backup');
  if (notice.kind === 'backup-failed') {
    const { reason, lastGoodAt } = notice;
    return t(`server-notices.${lastGoodAt === null ? 'backup-failed-first' : 'backup-failed'}`, {
      reason: isolate(reason),
      last: lastGoodAt === null ? '' : formatDateTime(lastGoodAt),
    });
  }
  if (notice.kind === 'backup-old') {
    const { lastGoodAt } = notice;
    if (lastGoodAt === null) return t('server-notices.backup-never');
    return t('server-notices.backup-old', { last: formatDateTime(lastGoodAt) });
  }
  if (notice.kind === 'backup-log') return t('server-notices.backup-log', { reason: isolate(notice.reason) });
  if (notice.kind === 'drill-failed') return t('server-notices.drill-failed', { reason: isolate(notice.reason) });
  const free = formatNumber(Math.floor(notice.freeBytes / MB));
  if (notice.state === 'full') return t('server-notices.disk-full', { free });
  if (notice.hoursLeft === null) return t('server-notices.disk-nearly-full', { free });
  return t('server-notices.disk-fills', { free, left: formatDuration(notice.hoursLeft * 3600) });
}
