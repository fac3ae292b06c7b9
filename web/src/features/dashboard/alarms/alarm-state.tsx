import type { AlarmRow } from '@milepost/contract/alarm-operations';
import { IconBellRinging, IconCheck, IconEye, IconEyeOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './alarms.module.css';
import { stateOf } from './alarm-words.ts';

const ICONS = { waiting: IconBellRinging, acknowledged: IconEye, 'cleared-unseen': IconEyeOff, cleared: IconCheck };

/** One of the four states as an icon and a word; who acknowledged or cleared it on hover. */
export function AlarmState({ alarm }: { alarm: AlarmRow }) {
  const { t } = useTranslation();
  const state = stateOf(alarm);
  const Icon = ICONS[state];
  const by = alarm.clearedBy ?? alarm.acknowledgedBy;
  return (
    <span className={classes['state']} data-state={state} title={by ?? undefined}>
      <Icon size={15} stroke={1.8} aria-hidden />
      {t(`alarms.state.${state}`)}
    </span>
  );
}
