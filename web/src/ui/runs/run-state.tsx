import type { RunDayState } from '@milepost/contract/run-day-kinds';
import { useTranslation } from 'react-i18next';
import classes from './runs.module.css';

/** The progress of a run, in a word. */
export function RunState({ state }: { state: RunDayState }) {
  const { t } = useTranslation();
  return (
    <span className={classes['state']} data-state={state}>
      {t(`runs.state.${state}`)}
    </span>
  );
}
