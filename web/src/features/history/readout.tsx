import { keepPreviousData } from '@tanstack/react-query';
import { Suspense, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../api/use-call.ts';
import { formatClock, formatDayAndClock, formatSpeed, formatSpeedAndUnit, speedUnit } from '../../text/format.ts';
import { formatPlace } from '../../ui/map/geodesy.ts';
import { visible } from '../../text/visible.ts';
import { SensorReading } from '../../ui/sensor/sensor-reading.tsx';
import { lazyPart } from '../../ui/lazy-part.ts';
import { fieldLabel } from '../../ui/telemetry/field-name.ts';
import { fieldValue } from '../../ui/telemetry/field-value.ts';
import type { OtherLine } from './compare/other-tracks-map.ts';
import type { Playback } from './playback/playback.ts';
import { useSlowMoment } from './playback/use-playback.ts';
import classes from './readout.module.css';
import { placeAt, type Track } from './track/track.ts';

const OtherReadouts = lazyPart(() => import('./compare/other-readouts.tsx'));

interface Props {
  vehicleId: number;
  track: Track;
  playback: Playback;
  /** With several vehicles on the map: the colour and label of this one, and the others. */
  look: { color: string; label: string } | null;
  others: readonly OtherLine[];
}

/** The interval at which the fix is requested during playback. */
const SAMPLE_MS = 700;
/** Attributes that are shown elsewhere, or that are useless beside an address. */
const LEFT_OUT = new Set(['archived', 'event', 'motion']);

/** A value of a report that is no older than this is shown without its own time. */
const SAME_MS = 60_000;

interface RoadProps {
  name: string | null;
  limitKph: number | null;
  address: string | null;
}

/** The road that the vehicle was on. If the address begins with its name, it is not repeated. */
function Road({ name, limitKph, address }: RoadProps) {
  const { t } = useTranslation();
  const isRedundant = name === null || (address?.startsWith(name) ?? false);
  if (isRedundant && limitKph === null) return null;
  const limit = limitKph !== null && (
    <small>{t('history.readout.limit', { limit: formatSpeedAndUnit(limitKph) })}</small>
  );
  if (isRedundant) return <p className={classes['road']}>{limit}</p>;
  return (
    <p className={classes['road']}>
      {t('history.readout.road')} <bdi>{name}</bdi>
      {limit}
    </p>
  );
}

function AttributeList({ attributes: reported }: { attributes: readonly [string, unknown][] }) {
  const { t } = useTranslation();
  return (
    <dl className={classes['told']}>
      {reported.map(([name, value]) => (
        <div key={name}>
          <dt>{fieldLabel(t, name)}</dt>
          <dd>{fieldValue(t, name, value)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The vehicle's state at the playback's moment: the speed immediately, address and attributes as they are loaded. */
export function Readout({ vehicleId, track, playback, look, others }: Props) {
  const { t } = useTranslation();
  const speed = useRef<HTMLSpanElement>(null);
  const moment = useSlowMoment(playback, SAMPLE_MS);
  const query = useCall(
    'get-track-fix',
    { vehicleId, at: new Date(Math.max(0, moment)).toISOString() },
    { placeholderData: keepPreviousData, staleTime: 60_000, gcTime: 30_000, enabled: track.times.length > 0 },
  );
  useEffect(
    () =>
      playback.onFrame((at) => {
        const place = placeAt(track, at);
        if (speed.current) speed.current.textContent = place && !place.silent ? formatSpeed(place.speedKph) : '–';
        speed.current?.parentElement?.toggleAttribute('data-silent', place?.silent ?? false);
      }),
    [playback, track],
  );
  const { fix, road } = query.data ?? {};
  const raw = new Set(query.data?.raw);
  const all = Object.entries(fix?.attributes ?? {}).filter(([name]) => !LEFT_OUT.has(name));
  const reported = all.filter(([name]) => !raw.has(name));
  const read = all.filter(([name]) => raw.has(name));
  const sensors = query.data?.sensors ?? [];
  return (
    <section className={classes['readout']} aria-label={t('history.readout.label')}>
      {look && (
        <p className={classes['which']}>
          <i style={{ background: `var(${look.color})` }} aria-hidden />
          <bdi>{look.label}</bdi>
        </p>
      )}
      <p className={classes['speed']}>
        <span ref={speed} data-testid="history-speed" /> <small>{speedUnit()}</small>
        <em>{t('history.readout.silent')}</em>
      </p>
      {fix && (
        <>
          <p className={classes['place']}>
            {fix.address ?? <bdi dir="ltr">{formatPlace(fix)}</bdi>}
            <small>{t('history.readout.fix-of', { time: formatDayAndClock(fix.time) })}</small>
          </p>
          {road && <Road {...road} address={fix.address} />}
          {sensors.length > 0 && (
            <dl className={`${classes['told']} ${classes['sensors']}`} aria-label={t('history.readout.sensors')}>
              {sensors.map((sensor) => (
                <div key={sensor.id}>
                  <dt>{visible(sensor.name)}</dt>
                  <dd>
                    <SensorReading sensor={sensor} />
                    {Math.abs(Date.parse(fix.time) - Date.parse(sensor.at)) >= SAME_MS && (
                      <small>{t('history.readout.value-of', { time: formatClock(sensor.at) })}</small>
                    )}
                  </dd>
                </div>
              ))}
            </dl>
          )}
          {reported.length > 0 && <AttributeList attributes={reported} />}
          {read.length > 0 && (
            <details className={classes['raw']}>
              <summary>{t('history.readout.raw')}</summary>
              <AttributeList attributes={read} />
            </details>
          )}
        </>
      )}
      {others.length > 0 && (
        <Suspense>
          <OtherReadouts others={others} playback={playback} />
        </Suspense>
      )}
    </section>
  );
}
