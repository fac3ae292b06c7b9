import type { ServerNotice } from '@milepost/contract/server-operations';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../api/setup.ts';
import { useCall } from '../../api/use-call.ts';
import { formatDuration, formatNumber } from '../../text/format.ts';
import { isolate } from '../../text/isolate.ts';
import { Alert } from '../../ui/alert/alert.tsx';

const REFETCH_MS = 30_000;
const MB = 1_000_000;

/** Problems that the operator of the server should fix; hidden for organisations below the root. */
export function ServerNotices() {
  const { t } = useTranslation();
  const enabled = useMay('organisations', 'view');
  const { data } = useCall('get-server-notices', {}, { refetchInterval: REFETCH_MS, enabled });
  return data?.rows.map((notice) => (
    <Alert key={notice.kind} type={typeOf(notice)} dismissible={false}>
      {sentence(t, notice)}
    </Alert>
  ));
}

function typeOf(notice: ServerNotice) {
  if (notice.kind === 'map-index') return 'info';
  return notice.kind === 'disk' && notice.state === 'full' ? 'danger' : 'warning';
}

function sentence(t: TFunction, notice: ServerNotice): string {
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
  const free = formatNumber(Math.floor(notice.freeBytes / MB));
  if (notice.state === 'full') return t('server-notices.disk-full', { free });
  if (notice.hoursLeft === null) return t('server-notices.disk-nearly-full', { free });
  return t('server-notices.disk-fills', { free, left: formatDuration(notice.hoursLeft * 3600) });
}
