import { LegReason, type Trip } from '@milepost/contract/fact-operations';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatClock, formatDistance, formatDuration, formatSpeedAndUnit } from '../../../text/format.ts';
import { driversText } from '../../../ui/driver/drivers-text.ts';
import { idleOfFact, NOT_KNOWN } from '../../../ui/engine/figure-text.ts';
import { FigureValue } from '../../../ui/engine/figure-value.tsx';
import { useTripSensors } from './use-trip-sensors.ts';
import classes from './trip-details.module.css';

interface Props {
  vehicleId: number;
  trip: Trip;
  onSeek: (ms: number) => void;
}

/** Why a trip began and ended, the parts of its distance, and the legs left out. */
export function TripDetails({ vehicleId, trip, onSeek }: Props) {
  const { t } = useTranslation();
  const sensors = useTripSensors(vehicleId, trip);
  const left = LegReason.options.flatMap((reason) => {
    const sum = trip.legs[reason];
    return sum && sum.legs > 0 ? [{ reason, ...sum }] : [];
  });
  return (
    <div className={classes['details']}>
      <ul className={classes['why']}>
        <li>{t(`history.began.${trip.startReason}`)}</li>
        <li>{trip.endReason ? t(`history.ended.${trip.endReason}`) : t('history.ended.not-yet')}</li>
      </ul>
      <dl className={classes['figures']}>
        {trip.drivers.length > 0 && <Figure name={t('history.trip.drivers')}>{driversText(t, trip.drivers)}</Figure>}
        <Figure name={t('history.trip.average')}>
          {trip.averageKph === null ? NOT_KNOWN : formatSpeedAndUnit(trip.averageKph)}
        </Figure>
        <Figure name={t('history.trip.idle')}>
          <FigureValue figure={idleOfFact(t, trip)} />
        </Figure>
        {trip.engineSource !== 'movement' && (
          <Figure name={t('history.trip.engine')}>{t(`engine.source.${trip.engineSource}`)}</Figure>
        )}
        {trip.unseenS >= 60 && <Figure name={t('history.trip.unseen')}>{formatDuration(trip.unseenS)}</Figure>}
        {trip.odometerM !== null && <Figure name={t('history.trip.odometer')}>{formatDistance(trip.odometerM)}</Figure>}
        {trip.holes > 0 && (
          <Figure name={t('history.trip.bridged', { count: trip.holes })}>{formatDistance(trip.bridgedM)}</Figure>
        )}
        {sensors.map(({ key, label, values }) => (
          <Figure key={key} name={label}>
            {values}
          </Figure>
        ))}
      </dl>
      {left.length > 0 && (
        <>
          <h2>{t('history.left.title')}</h2>
          <ul className={classes['left']}>
            {left.map(({ reason, legs, distanceM }) => (
              <li key={reason}>
                <span>{t(`history.left.${reason}`)}</span>
                <span>{t('history.left.sum', { count: legs, distance: formatDistance(distanceM) })}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      {trip.notes.length > 0 && (
        <ul className={classes['notes']}>
          {trip.notes.map(({ reason, from, to, distanceM }) => (
            <li key={`${reason} ${from}`}>
              <button type="button" onClick={() => onSeek(Date.parse(from))}>
                {t('history.left.note', {
                  from: formatClock(from),
                  to: formatClock(to),
                  what: t(`history.left.${reason}`),
                  distance: formatDistance(distanceM),
                })}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
