import type { Trip } from '@milepost/contract/fact-operations';
import { useTranslation } from 'react-i18next';
import { formatDistance } from '../../text/format.ts';
import { boundaryLines, distanceLines, noteLines, timeLines, type WhyLine } from './trip-why-text.ts';
import classes from './vehicle-page.module.css';

/**
 * The answer to "why 41.2 km?": why the trip began and ended, the parts of its distance, and the legs left out with the
 * reason.
 */
export function TripWhy({ trip }: { trip: Trip }) {
  const { t } = useTranslation();
  const notes = noteLines(t, trip);
  return (
    <div className={classes['why']}>
      <h3>{t('vehicle-page.why.boundaries')}</h3>
      <WhyLines lines={[...boundaryLines(t, trip), ...timeLines(t, trip)]} />
      <h3>{t('vehicle-page.why.distance', { distance: formatDistance(trip.distanceM) })}</h3>
      <WhyLines lines={distanceLines(t, trip)} />
      {notes.length > 0 && (
        <>
          <h3>{t('vehicle-page.why.moments')}</h3>
          <WhyLines lines={notes} />
        </>
      )}
    </div>
  );
}

/** Sentences with the rule behind each. */
export function WhyLines({ lines }: { lines: WhyLine[] }) {
  return (
    <ul>
      {lines.map(({ key, text, rule }) => (
        <li key={key}>
          {text}
          {rule !== null && <small>{rule}</small>}
        </li>
      ))}
    </ul>
  );
}
