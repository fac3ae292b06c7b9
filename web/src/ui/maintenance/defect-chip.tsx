import type { DefectSeverity } from '@milepost/contract/inspection-kinds';
import { useTranslation } from 'react-i18next';
import chip from '../chip.module.css';
import { SeverityMark } from '../severity/severity-mark.tsx';

/** Defects look like alarms of these severities. */
const DRAWN = { minor: 'minor', major: 'major', dangerous: 'critical' } as const;

/** The severity of a defect as one chip: shape, colour and word. */
export function DefectChip({ severity }: { severity: DefectSeverity }) {
  const { t } = useTranslation();
  const drawn = DRAWN[severity];
  return (
    <span
      className={chip['chip']}
      style={{ color: `var(--severity-${drawn})`, background: `var(--severity-${drawn}-soft)` }}
    >
      <SeverityMark severity={drawn} size={11} />
      {t(`maintenance.severity.${severity}`)}
    </span>
  );
}
