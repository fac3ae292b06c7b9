import type { TaskState } from '@milepost/contract/task-states';
import { type Icon, IconCircle, IconCircleCheck, IconProgress } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import chip from '../chip.module.css';
import classes from './tasks.module.css';

const ICONS: Record<TaskState, Icon> = { open: IconCircle, doing: IconProgress, done: IconCircleCheck };

/** The state of a task as one chip: shape, colour and word. */
export function TaskStateChip({ state }: { state: TaskState }) {
  const { t } = useTranslation();
  const StateIcon = ICONS[state];
  return (
    <span className={`${chip['chip']} ${classes['state']}`} data-state={state}>
      <StateIcon size={13} stroke={2} aria-hidden />
      {t(`tasks.state.${state}`)}
    </span>
  );
}
