import type { EngineStop } from '@milepost/contract/command-routes';
import { Text } from '@mantine/core';
import { IconEngineOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { formatDayAndClock } from '../text/format.ts';

/** That the engine was stopped by command, or will be, for everybody who sees the vehicle, until it is resumed. */
export default function EngineStopLine({ stop: { since, answered, waiting } }: { stop: EngineStop }) {
  const { t } = useTranslation();
  const state = waiting ? 'waits' : answered ? 'stopped' : 'sent';
  return (
    <Text size="sm" fw={600} c="var(--status-stopped)" role="status" data-testid="engine-stop">
      <IconEngineOff size={16} stroke={2} aria-hidden style={{ verticalAlign: '-3px', marginInlineEnd: 6 }} />
      {t(`commands.engine-line.${state}`, { time: formatDayAndClock(since) })}
    </Text>
  );
}
