import type { DocumentState } from '@milepost/contract/document-kinds';
import { type Icon, IconAlertTriangle, IconCheck, IconClock, IconRefresh } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import chip from '../chip.module.css';
import classes from './document-state.module.css';

const ICONS: Record<DocumentState, Icon> = {
  expired: IconAlertTriangle,
  due: IconClock,
  valid: IconCheck,
  renewed: IconRefresh,
};

/** The state of a document as one chip: shape, colour and word. */
export function DocumentStateChip({ state }: { state: DocumentState }) {
  const { t } = useTranslation();
  const StateIcon = ICONS[state];
  return (
    <span className={`${chip['chip']} ${classes['state']}`} data-state={state}>
      <StateIcon size={13} stroke={2} aria-hidden />
      {t(`documents.state.${state}`)}
    </span>
  );
}
