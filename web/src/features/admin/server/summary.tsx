import type { ServerStatus } from '@milepost/contract/server-status';
import { useTranslation } from 'react-i18next';
import { formatAgo, formatDate, formatDuration } from '../../../text/format.ts';
import { useServerNow } from '../../../live/use-live.ts';
import { Alert } from '../../../ui/alert/alert.tsx';

/** That nothing needs attention, with the figures by which an operator believes it. */
export function Summary({ status }: { status: ServerStatus | undefined }) {
  const { t } = useTranslation();
  // As often as the cards below, so that both say the same.
  const now = useServerNow(1000);
  const ago = (at: string | null | undefined) =>
    at == null ? t('server-status.backup.not-yet') : formatAgo(Date.parse(at), now);
  const lines: string[] = [];
  if (status) {
    const { disk, backups, ingest } = status;
    if (disk) {
      const forecast =
        disk.hoursLeft === null
          ? t('server-status.disk.does-not-fill')
          : t('server-status.disk.full-in', { left: formatDuration(disk.hoursLeft * 3600) });
      lines.push(`${t('server-status.disk.title')}: ${forecast}`);
    }
    if (backups.target !== null) {
      lines.push(
        `${t('server-status.backup.newest')}: ${ago(backups.newest?.finishedAt)}`,
        `${t('server-status.backup.drill')}: ${ago(backups.lastGoodDrillAt)}`,
      );
    }
    if (ingest.oldestUnpackedDay !== null) {
      lines.push(`${t('server-status.ingest.unpacked')}: ${formatDate(ingest.oldestUnpackedDay)}`);
    }
  }
  return (
    <Alert type="success" dismissible={false} title={t('server-status.well')}>
      {lines.join(' · ')}
    </Alert>
  );
}
