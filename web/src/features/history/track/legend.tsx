import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../text/format.ts';
import classes from './legend.module.css';
import { SPEED_COLORS, speedLabels } from './speed-classes.ts';

interface Props {
  /** False with several vehicles, each of which has its own colour. */
  bySpeed: boolean;
  wild: number;
  tows: boolean;
}

/** The legend of the track's colours. */
export function Legend({ bySpeed, wild, tows }: Props) {
  const { t } = useTranslation();
  const labels = speedLabels();
  return (
    <ul className={classes['legend']} aria-label={t(bySpeed ? 'history.legend.label' : 'history.legend.lines')}>
      {(bySpeed ? SPEED_COLORS : []).map((color, index) => (
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
