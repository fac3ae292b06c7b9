import { ActionIcon, Loader } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallOutput } from '../../../api/call.ts';
import { formatDayAndClock, formatDistance, formatDuration } from '../../../text/format.ts';
import { countOf, knownSecondsOf, knownTimeText } from '../../../ui/engine/figure-text.ts';
import { FigureValue } from '../../../ui/engine/figure-value.tsx';
import { ErrorNote } from '../../../ui/error-note/error-note.tsx';
import { Tooltip } from '../../../ui/tooltip/tooltip.tsx';
import type { Track } from '../track/track.ts';
import classes from './compare-list.module.css';
import { BESIDE_M, nearestApproach, type Approach } from './nearest-approach.ts';
import type { OtherVehicle } from './use-other-tracks.ts';
import { vehicleColor } from './vehicle-colors.ts';

interface Props {
  vehicleIds: readonly number[];
  vehicleId: number;
  names: ReadonlyMap<number, string>;
  facts: CallOutput<'get-vehicle-facts'> | undefined;
  track: Track;
  /** The maximum distance of the chosen vehicle's fixes from its line, metres. */
  toleranceM: number;
  others: readonly OtherVehicle[];
  onChoose: (id: number) => void;
  onRemove: (id: number) => void;
  onSeek: (ms: number) => void;
}

/** The vehicles on the map with their colours and figures, and the time when each was nearest to the chosen one. */
export default function CompareList(props: Props) {
  const { vehicleIds, vehicleId, names, facts, track, toleranceM, others, onChoose, onRemove, onSeek } = props;
  const { t } = useTranslation();
  const approaches = useMemo(
    () => new Map(others.map((other) => [other.vehicleId, nearestApproach(track, other.track)])),
    [track, others],
  );
  const accuracyM = toleranceM + Math.max(0, ...others.map((other) => other.toleranceM));
  const chosenName = names.get(vehicleId) ?? '';
  return (
    <section className={classes['compare']} aria-label={t('history.compare.title')}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('history.compare.title')}</th>
            <th scope="col">{t('history.sum.distance')}</th>
            <th scope="col">{t('history.sum.driving')}</th>
            <td />
          </tr>
        </thead>
        {vehicleIds.map((id, index) => {
          const other = others.find((each) => each.vehicleId === id);
          const name = names.get(id) ?? t('history.compare.unknown');
          return (
            <tbody key={id}>
              <tr>
                <th scope="row">
                  <button
                    type="button"
                    aria-pressed={id === vehicleId}
                    title={t('history.compare.choose', { registration: name })}
                    onClick={() => onChoose(id)}
                  >
                    <i style={{ background: `var(${vehicleColor(index)})` }} aria-hidden />
                    <bdi>{name}</bdi>
                  </button>
                </th>
                <Figures facts={id === vehicleId ? facts : other?.facts} failed={other?.error != null} />
                <td>
                  <Tooltip text={t('history.compare.remove', { registration: name })}>
                    <ActionIcon
                      size="sm"
                      aria-label={t('history.compare.remove', { registration: name })}
                      onClick={() => onRemove(id)}
                    >
                      <IconX size={14} />
                    </ActionIcon>
                  </Tooltip>
                </td>
              </tr>
              {other && (
                <tr>
                  <td colSpan={4}>
                    <Beside
                      other={other}
                      name={chosenName}
                      approach={approaches.get(id) ?? null}
                      chosenHasTrack={track.times.length > 0}
                      onSeek={onSeek}
                    />
                  </td>
                </tr>
              )}
            </tbody>
          );
        })}
      </table>
      {accuracyM > 0 && (
        <p className={classes['accuracy']}>
          {t('history.compare.accuracy', { distance: formatDistance(Math.ceil(accuracyM)) })}
        </p>
      )}
    </section>
  );
}

function Figures({ facts, failed }: { facts: CallOutput<'get-vehicle-facts'> | undefined; failed: boolean }) {
  const { t } = useTranslation();
  if (!facts) {
    return (
      <>
        <td>{failed ? '–' : <Loader size={12} aria-label={t('history.loading')} />}</td>
        <td>{failed && '–'}</td>
      </>
    );
  }
  const { totals } = facts;
  const seenS = knownSecondsOf(totals);
  return (
    <>
      <td>
        <FigureValue figure={countOf(t, totals.distanceM, formatDistance(totals.distanceM), seenS)} />
      </td>
      <td>
        <FigureValue figure={knownTimeText(t, totals.drivingS, seenS)} />
      </td>
    </>
  );
}

interface BesideProps {
  other: OtherVehicle;
  /** The registration of the chosen vehicle. */
  name: string;
  approach: Approach | null;
  chosenHasTrack: boolean;
  onSeek: (ms: number) => void;
}

/** The time when a vehicle was nearest to the chosen one; a click moves the playback to that time. */
function Beside({ other, name, approach, chosenHasTrack, onSeek }: BesideProps) {
  const { t } = useTranslation();
  if (other.error) return <ErrorNote error={other.error} onRetry={other.retry} />;
  if (other.pending) return null;
  if (other.track.times.length === 0) return <p>{t('history.compare.nothing')}</p>;
  if (!chosenHasTrack) return null;
  if (approach === null) return <p>{t('history.compare.never', { registration: name })}</p>;
  return (
    <button type="button" className={classes['nearest']} onClick={() => onSeek(approach.at)}>
      {t('history.compare.nearest', {
        registration: name,
        distance: formatDistance(approach.distanceM),
        time: formatDayAndClock(approach.at),
      })}
      {approach.besideS >= 1 &&
        ` · ${t('history.compare.beside', { distance: formatDistance(BESIDE_M), time: formatDuration(approach.besideS) })}`}
    </button>
  );
}
