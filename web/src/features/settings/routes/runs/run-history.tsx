import { HIDDEN_VEHICLE } from '@milepost/contract/route-kinds';
import type { RunChange } from '@milepost/contract/route-run-operations';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { formatDateTimeWithoutSeconds } from '../../../../text/format.ts';
import { skipText } from '../skip-text.ts';
import classes from '../routes.module.css';

type Change = RunChange['changes'][number];

function changeText(t: TFunction, { what, from, to }: Change): string {
  const labelOf = (text: string | null) =>
    text === HIDDEN_VEHICLE ? t('runs.hidden-vehicle') : (text ?? t('routes.nobody'));
  const text = what === 'skipped' && to !== null ? skipText(t, to) : to;
  const unavailable = what === 'vehicle-unavailable' || what === 'driver-unavailable';
  const reason = unavailable && to !== null ? t(`obstacle.${to}`) : '';
  return t(`routes.change.${what}`, { from: labelOf(from), to: labelOf(text), reason });
}

/** The changes of a run, with person and reason; the newest first. */
export function RunHistory({ history }: { history: readonly RunChange[] }) {
  const { t } = useTranslation();
  return (
    <ol className={classes['history']} aria-label={t('routes.history')}>
      {history.map(({ at, by, why, changes }, index) => (
        <li key={index}>
          <time dateTime={at}>{formatDateTimeWithoutSeconds(at)}</time> · <b>{by ?? t('routes.by-plan')}</b>
          {why !== null && <span>“{why}”</span>}
          {changes.map((change, number) => (
            <span key={number}>{changeText(t, change)}</span>
          ))}
        </li>
      ))}
    </ol>
  );
}
