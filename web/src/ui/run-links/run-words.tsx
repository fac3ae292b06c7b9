import type { StopWords } from '@milepost/contract/run-link-routes';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../api/use-call.ts';
import { formatDecimal, formatDistance, formatDuration, formatMinute, formatNumber } from '../../text/format.ts';
import { formatMoney } from '../../text/money.ts';
import { ErrorNote } from '../error-note/error-note.tsx';
import { FileThumbs } from '../files/file-thumbs.tsx';
import { SignatureView } from '../signature/signature-view.tsx';
import classes from './run-words.module.css';

/** Said so much later than it was sent: worth telling, seconds. */
const LATE_S = 120;

interface Props {
  runId: number;
  /** Only of this stop. */
  outletId?: number;
}

/** What the driver said of the stops of a run, with signatures and photos, beside what the vehicle's positions say. */
export function RunWords({ runId, outletId }: Props) {
  const { t } = useTranslation();
  const query = useCall('get-run-words', { runId });
  const { data, error } = query;
  if (error) return <ErrorNote error={error} onRetry={() => void query.refetch()} />;
  if (!data) return <p role="status">{t('app.please-wait')}</p>;
  const stops = data.stops.filter(({ outlet }) => outletId === undefined || outlet.id === outletId);
  if (stops.length === 0) return <p className={classes['none']}>{t('run-links.no-words')}</p>;
  return (
    <ol className={classes['stops']}>
      {stops.map((stop) => (
        <StopWordsItem key={stop.outlet.id} stop={stop} />
      ))}
    </ol>
  );
}

/** What the driver said of one stop. */
function StopWordsItem({ stop }: { stop: StopWords }) {
  const { t } = useTranslation();
  const { outlet, difference, signature, signedBy, photos } = stop;
  return (
    <li className={classes['stop']}>
      <b>{outlet.name}</b>
      <dl className={classes['facts']}>
        {factsOf(t, stop).map(([key, value]) => (
          <div key={key}>
            <dt>{t(`run-links.said.${key}`)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {difference !== null && (
        <p className={classes['difference']}>
          {t(`run-links.difference.${difference}`, {
            distance: stop.vehicle.metres === null ? '' : formatDistance(stop.vehicle.metres),
            arrived: stop.vehicle.arrivedAt === null ? '–' : formatMinute(stop.vehicle.arrivedAt),
          })}
        </p>
      )}
      {signature !== null && (
        <SignatureView
          strokes={signature}
          label={t('run-links.signature-of', { name: signedBy ?? t('run-links.nameless') })}
        />
      )}
      {photos.length > 0 && <FileThumbs label={t('run-links.photos-of', { name: outlet.name })} files={photos} />}
    </li>
  );
}

function factsOf(t: TFunction, stop: StopWords): [string, string][] {
  const saidAt = stop.doneAt ?? stop.skippedAt;
  const lateS =
    saidAt === null || stop.receivedAt === null ? 0 : (Date.parse(stop.receivedAt) - Date.parse(saidAt)) / 1000;
  // More than those that hold: something was taken back, or two phones said different things.
  const hasOthers = stop.words > Number(stop.arrivedAt !== null) + Number(saidAt !== null);
  const facts: [string, string | null][] = [
    ['arrived', stop.arrivedAt && formatMinute(stop.arrivedAt)],
    ['done', stop.doneAt && formatMinute(stop.doneAt)],
    ['skipped', stop.skippedAt && formatMinute(stop.skippedAt)],
    ['why', stop.skip && t(`drive.skips.${stop.skip}`)],
    ['delivered', stop.delivered === null ? null : formatDecimal(stop.delivered)],
    ['returned', stop.returned === null ? null : formatDecimal(stop.returned)],
    [
      'collected',
      stop.collected === null || stop.currency === null ? null : formatMoney(stop.collected, stop.currency),
    ],
    ['signed-by', stop.signedBy],
    ['note', stop.note],
    ['sent-after', lateS > LATE_S ? formatDuration(lateS) : null],
    ['clock-off', Math.abs(stop.clockAheadS ?? 0) > LATE_S ? formatDuration(Math.abs(stop.clockAheadS ?? 0)) : null],
    ['words', hasOthers ? formatNumber(stop.words) : null],
  ];
  return facts.flatMap(([key, value]): [string, string][] => (value === null ? [] : [[key, value]]));
}
