import type { Severity } from '@milepost/contract/fact-operations';
import { useTranslation } from 'react-i18next';
import { SEVERITIES } from '@milepost/contract/alarm-constants';
import type { AlarmView } from '../../../live/alarm-store.ts';
import { formatNumber } from '../../../text/format.ts';
import { SeverityMark } from '../../../ui/severity/severity-mark.tsx';
import classes from './alarm-monitor.module.css';

interface Props {
  counts: AlarmView['counts'];
  /** The only severity shown; null for all. */
  only: Severity | null;
  onOnly: (severity: Severity | null) => void;
}

/** The numbers of active and of unacknowledged alarms by severity; a click shows only these. */
export function WallCounts({ counts, only, onOnly }: Props) {
  const { t } = useTranslation();
  return (
    <div className={classes['counts']}>
      {SEVERITIES.map((severity) => {
        const { active, waiting } = counts[severity];
        const word = t(`severity.${severity}`);
        return (
          <button
            key={severity}
            type="button"
            className={classes['tile']}
            data-severity={severity}
            data-waits={waiting > 0 || undefined}
            aria-pressed={only === severity}
            title={t('alarms.wall.filter', { severity: word, number: formatNumber(active) })}
            onClick={() => onOnly(only === severity ? null : severity)}
          >
            <span className={classes['tileWord']}>
              <SeverityMark severity={severity} size={16} />
              {word}
            </span>{' '}
            <b>{formatNumber(active)}</b>{' '}
            <small>
              {waiting > 0 ? t('alarms.wall.waiting', { count: waiting, number: formatNumber(waiting) }) : ' '}
            </small>
          </button>
        );
      })}
    </div>
  );
}
