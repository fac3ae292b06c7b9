import { SEVERITIES } from '@milepost/contract/alarm-constants';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { SeverityMark } from '../../ui/severity/severity-mark.tsx';
import classes from './bands.module.css';

const KINDS = ['driving', 'idling', 'standing', 'unknown', 'tow'] as const;

/** The legend of the bands. */
export function Legend() {
  const { t } = useTranslation();
  return (
    <ul className={classes['legend']} aria-label={t('timeline.legend')}>
      {KINDS.map((kind) => (
        <li key={kind}>
          <span className={classes['sample']}>
            <i className={classes['span']} data-kind={kind} style={{ insetInlineStart: 0, width: '100%' }} />
          </span>
          {t(`timeline.kind.${kind}`)}
        </li>
      ))}
      <li>
        <span className={classes['sample']} />
        {t('timeline.no-data')}
      </li>
      <li>
        <span className={classes['sample']}>
          <i
            className={classes['visit']}
            style={{ insetInlineStart: 0, width: '100%', top: 7, background: 'var(--accent)' }}
          />
        </span>
        {t('timeline.visit')}
      </li>
      <li>
        {t('timeline.alarms')}
        {SEVERITIES.map((severity) => (
          <Fragment key={severity}>
            <SeverityMark severity={severity} size={11} />
            {t(`severity.${severity}`)}
          </Fragment>
        ))}
      </li>
    </ul>
  );
}
