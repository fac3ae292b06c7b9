import type { EngineStop } from '@milepost/contract/command-operations';
import { Text } from '@mantine/core';
import { IconEngineOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { formatDayAndClock } from '../text/format.ts';

/**
 * An engine stop that is, or may be, in effect or waiting; shown to everybody who sees the vehicle, until it is
 * resumed.
 */
export default function EngineStopLine({ stop }: { stop: EngineStop }) {
  const { t } = useTranslation();
  const { since, confirmed, answer, resume, waiting } = stop;
  const state = waiting ? 'waits' : confirmed ? 'stopped' : answer === null ? 'sent' : 'unclear';
  return (
    <Text size="sm" fw={600} c="var(--status-stopped)" role="status" data-testid="engine-stop">
      <IconEngineOff size={16} stroke={2} aria-hidden style={{ verticalAlign: '-3px', marginInlineEnd: 6 }} />
      {t(`commands.engine-line.${state}`, { time: formatDayAndClock(since), answer })}
      {resume && ` · ${t(`commands.stopped.resume.${resume.state}`, { answer: resume.answer })}`}
    </Text>
  );
}
