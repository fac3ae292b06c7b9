import type { StopEntry } from '@milepost/contract/driver-link-operations';
import { useTranslation } from 'react-i18next';
import { formatClock, formatDecimal } from '../../text/format.ts';
import { formatMoney } from '../../text/money.ts';
import classes from './drive.module.css';

/** The entries about a stop so far, from any phone. */
export function StopEntryFacts({ entry, currency }: { entry: StopEntry; currency: string }) {
  const { t } = useTranslation();
  const facts: [string, string | null][] = [
    ['arrived-at', entry.arrivedAt && formatClock(entry.arrivedAt)],
    ['done-at', entry.doneAt && formatClock(entry.doneAt)],
    ['skipped-at', entry.skippedAt && formatClock(entry.skippedAt)],
    ['why', entry.skip && t(`drive.skips.${entry.skip}`)],
    ['delivered', entry.delivered === null ? null : formatDecimal(entry.delivered)],
    ['returned', entry.returned === null ? null : formatDecimal(entry.returned)],
    ['collected', entry.collected === null ? null : formatMoney(entry.collected, currency)],
    ['signed-by', entry.signedBy],
    ['photos', entry.photos === 0 ? null : formatDecimal(entry.photos)],
    ['note', entry.note],
  ];
  const known = facts.filter(([, value]) => value !== null);
  if (known.length === 0) return null;
  return (
    <dl className={classes['facts']}>
      {known.map(([key, value]) => (
        <div key={key}>
          <dt>{t(`drive.${key}`)}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
