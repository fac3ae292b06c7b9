import { keepPreviousData } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../api/use-call.ts';
import { formatSpeed, speedUnit } from '../../../text/format.ts';
import { formatPlace } from '../../../ui/map/geodesy.ts';
import type { Playback } from '../playback/playback.ts';
import { useSlowMoment } from '../playback/use-playback.ts';
import { placeAt } from '../track/track.ts';
import classes from './other-readouts.module.css';
import type { OtherLine } from './other-tracks-map.ts';

/** The interval at which the address of each is requested during playback. */
const SAMPLE_MS = 2000;

/** The state of the other vehicles on the map at the moment of the playback. */
export default function OtherReadouts({ others, playback }: { others: readonly OtherLine[]; playback: Playback }) {
  const moment = useSlowMoment(playback, SAMPLE_MS);
  return (
    <ul className={classes['others']}>
      {others
        .filter(({ track }) => track.times.length > 0)
        .map((other) => (
          <OtherReadout key={other.vehicleId} other={other} playback={playback} moment={moment} />
        ))}
    </ul>
  );
}

function OtherReadout({ other, playback, moment }: { other: OtherLine; playback: Playback; moment: number }) {
  const { t } = useTranslation();
  const { vehicleId, color, registration, track } = other;
  const speed = useRef<HTMLSpanElement>(null);
  const query = useCall(
    'get-track-fix',
    { vehicleId, at: new Date(Math.max(0, moment)).toISOString() },
    { placeholderData: keepPreviousData, staleTime: 60_000, gcTime: 30_000 },
  );
  useEffect(
    () =>
      playback.onFrame((at) => {
        const place = placeAt(track, at);
        if (speed.current) {
          speed.current.textContent =
            place && !place.silent ? `${formatSpeed(place.speedKph)} ${speedUnit()}` : t('history.readout.silent');
        }
      }),
    [playback, track, t],
  );
  const fix = query.data?.fix;
  return (
    <li>
      <i style={{ background: `var(${color})` }} aria-hidden />
      <bdi>{registration}</bdi>
      <span ref={speed} />
      {fix && <small>{fix.address ?? <bdi dir="ltr">{formatPlace(fix)}</bdi>}</small>}
    </li>
  );
}
