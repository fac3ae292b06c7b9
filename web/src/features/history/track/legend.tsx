import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../text/format.ts';
import classes from './legend.module.css';
import { SPEED_COLORS, speedLabels } from './speed-classes.ts';

/** What the colours of the track mean. */
export function Legend({ wild, tows }: { wild: number; tows: boolean }) {
  const { t } = useTranslation();
  const labels = speedLabels();
  return (
    <ul className={classes['legend']} aria-label={t('history.legend.label')}>
      {SPEED_COLORS.map((color, index) => (
        <li key={color}>
          <i style={{ background: `var(${color})` }} aria-hidden />
          <bdi dir="ltr">{labels[index]}</bdi>
        </li>
      ))}
      <li>
        <i className={classes['hole']} aria-hidden />
        {t('history.legend.hole')}
      </li>
      {tows && (
        <li>
          <i className={classes['tow']} aria-hidden />
          {t('history.legend.tow')}
        </li>
      )}
      {wild > 0 && (
        <li>
          <b aria-hidden>×</b>
          {t('history.legend.wild', { count: wild, fixes: formatNumber(wild) })}
        </li>
      )}
    </ul>
  );
}
