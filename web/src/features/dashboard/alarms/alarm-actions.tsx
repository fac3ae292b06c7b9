import type { AlarmRow } from '@milepost/contract/alarm-operations';
import { Button } from '@mantine/core';
import { IconBellCheck, IconCircleCheck, IconNote, IconUserPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { HandleRequest } from './handle-dialog.tsx';

interface Props {
  alarms: readonly AlarmRow[];
  onAsk: (request: HandleRequest) => void;
  size?: 'xs' | 'sm';
}

/** The possible actions on these alarms; for several, those possible on at least one. */
export function AlarmActions({ alarms, onAsk, size = 'sm' }: Props) {
  const { t } = useTranslation();
  const hasUnacknowledged = alarms.some(({ acknowledgedAt }) => acknowledgedAt === null);
  const active = alarms.some(({ clearedAt }) => clearedAt === null);
  const entries = [
    { action: 'acknowledge', Icon: IconBellCheck, shown: hasUnacknowledged },
    { action: 'assign', Icon: IconUserPlus, shown: true },
    { action: 'note', Icon: IconNote, shown: true },
    { action: 'clear', Icon: IconCircleCheck, shown: active },
  ] as const;
  return entries.map(
    ({ action, Icon, shown }) =>
      shown && (
        <Button
          key={action}
          size={size}
          variant={action === 'acknowledge' ? 'filled' : 'default'}
          leftSection={<Icon size={16} stroke={1.8} aria-hidden />}
          onClick={() => onAsk({ action, alarms })}
        >
          {t(`alarms.action.${action}`)}
        </Button>
      ),
  );
}
