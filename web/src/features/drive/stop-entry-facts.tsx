import type { StopEntry } from '@milepost/contract/driver-link-routes';
import { useTranslation } from 'react-i18next';
import { formatClock, formatDecimal } from '../../text/format.ts';
import { formatMoney } from '../../text/money.ts';
import classes from './drive.module.css';

/** The entries about a stop so far, from any phone. */
export function StopEntryFacts({ entry: said, currency }: { entry: StopEntry; currency: string }) {
  const { t } = useTranslation();
  const facts: [string, string | null][] = [
    ['arrived-at', said.arrivedAt && formatClock(said.arrivedAt)],
    ['done-at', said.doneAt && formatClock(said.doneAt)],
    ['skipped-at', said.skippedAt && formatClock(said.skippedAt)],
    ['why', said.skip && t(`drive.skips.${said.skip}`)],
    ['delivered', said.delivered === null ? null : formatDecimal(said.delivered)],
    ['returned', said.returned === null ? null : formatDecimal(said.returned)],
    ['collected', said.collected === null ? null : formatMoney(said.collected, currency)],
    ['signed-by', said.signedBy],
    ['photos', said.photos === 0 ? null : formatDecimal(said.photos)],
    ['note', said.note],
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
