import type { ExpenseState } from '@milepost/contract/expense-kinds';
import { type Icon, IconCheck, IconClock, IconPencil, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import chip from '../chip.module.css';
import classes from './expense-state.module.css';

const ICONS: Record<ExpenseState, Icon> = {
  draft: IconPencil,
  submitted: IconClock,
  approved: IconCheck,
  refused: IconX,
};

/** The state of an expense as one chip: shape, colour and word. */
export function ExpenseStateChip({ state }: { state: ExpenseState }) {
  const { t } = useTranslation();
  const StateIcon = ICONS[state];
  return (
    <span className={`${chip['chip']} ${classes['state']}`} data-state={state}>
      <StateIcon size={13} stroke={2} aria-hidden />
      {t(`expenses.state.${state}`)}
    </span>
  );
}
