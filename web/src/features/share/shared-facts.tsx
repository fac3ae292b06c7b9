import type { SharedVehicle } from '@milepost/contract/share-operations';
import { useTranslation } from 'react-i18next';
import { useBrowserNow } from '../../live/use-live.ts';
import { formatAgo, formatDateTime, formatDuration, formatSpeedAndUnit } from '../../text/format.ts';
import { StatusChip } from '../../ui/status-chip.tsx';
import { ZoneNote } from '../../ui/zone-note.tsx';
import classes from './share.module.css';

/** The registration, status and speed, and their age. */
export function SharedFacts({ vehicle }: { vehicle: SharedVehicle }) {
  const { t } = useTranslation();
  const { registration, status, since, position, expiresAt, at } = vehicle;
  // Ages advance between two replies; the browser's clock can be wrong, the server's is not.
  const browserNow = useBrowserNow();
  const now = Math.max(Date.parse(at), Math.min(browserNow, Date.parse(at) + 10_000));
  return (
    <section className={classes['facts']} aria-label={registration} aria-live="polite">
      <div className={classes['name']}>
        <h1>{registration}</h1>
        <StatusChip status={status} />
      </div>
      {position ? (
        <dl>
          <div>
            <dt>{t('share.speed')}</dt>
            <dd>{status === 'running' ? formatSpeedAndUnit(position.speedKph) : '–'}</dd>
          </div>
          <div>
            <dt>{t('share.since-when')}</dt>
            <dd>{since === null ? '–' : formatDuration((now - Date.parse(since)) / 1000)}</dd>
          </div>
          <div>
            <dt>{t('share.seen')}</dt>
            <dd title={formatDateTime(position.fixTime)}>{formatAgo(Date.parse(position.fixTime), now)}</dd>
          </div>
        </dl>
      ) : (
        <p>{t(vehicle.isPrivate ? 'share.private' : 'share.no-position')}</p>
      )}
      <small>{t('share.until', { time: formatDateTime(expiresAt) })}</small>
      <br />
      <ZoneNote />
    </section>
  );
}
