import type { Severity } from '@milepost/contract/fact-operations';
import { useTranslation } from 'react-i18next';
import { SeverityMark } from './severity-mark.tsx';
import classes from '../chip.module.css';

/** Severity as one chip: shape, colour and word. */
export function SeverityChip({ severity }: { severity: Severity }) {
  const { t } = useTranslation();
  return (
    <span
      className={classes['chip']}
      style={{ color: `var(--severity-${severity})`, background: `var(--severity-${severity}-soft)` }}
    >
      <SeverityMark severity={severity} size={11} />
      {t(`severity.${severity}`)}
    </span>
  );
}
