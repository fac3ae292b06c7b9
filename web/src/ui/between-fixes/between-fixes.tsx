import { useTranslation } from 'react-i18next';
import classes from './between-fixes.module.css';

/** Marks a visit that was detected between two positions: its times are estimates. Shows nothing for any other. */
export function BetweenFixes({ visit: { betweenFixes } }: { visit: { betweenFixes: boolean } }) {
  const { t } = useTranslation();
  if (!betweenFixes) return null;
  return (
    <small className={classes['mark']} title={t('in-out-location.between-fixes-text')}>
      {t('in-out-location.between-fixes')}
    </small>
  );
}
