import type { CriticalAlarm } from '@milepost/contract/live';
import { useTranslation } from 'react-i18next';
import classes from './alarm-mark.module.css';

/** The shape of a critical alarm, an octagon as on the board of alarms. Hidden from screen readers. */
export function AlarmSign({ size = 14 }: { size?: number }) {
  return (
    <svg className={classes['sign']} width={size} height={size} viewBox="0 0 16 16" aria-hidden focusable="false">
      <path d="M5 .8h6L15.2 5v6L11 15.2H5L.8 11V5Z" />
      <path className={classes['stroke']} d="M8 4v5M8 11.6v.4" />
    </svg>
  );
}

/** Marks a vehicle that has a critical alarm; the text is read aloud and shown on hover. */
export function AlarmMark({ alarm }: { alarm: CriticalAlarm }) {
  const { t } = useTranslation();
  const text = t('track-vehicle.critical-alarm', { rule: alarm.ruleName });
  return (
    <span className={classes['mark']} role="img" aria-label={text} title={text} data-testid="critical-alarm">
      <AlarmSign />
    </span>
  );
}
