import classes from '../sentence.module.css';
import { useTranslation } from 'react-i18next';

/** A word between two fields of a condition. */
export function SmallLabel({ text }: { text: string }) {
  const { t } = useTranslation();
  return <span className={classes['small']}>{t(`alarm-rules.${text}`)}</span>;
}
