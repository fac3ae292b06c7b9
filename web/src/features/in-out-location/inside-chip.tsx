import { IconPointFilled } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './in-out-location.module.css';

/** Says that a visit goes on. */
export function InsideChip() {
  const { t } = useTranslation();
  return (
    <span className={classes['chip']}>
      <IconPointFilled size={10} aria-hidden />
      {t('in-out-location.still-inside')}
    </span>
  );
}
