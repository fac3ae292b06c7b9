import type { Command } from '@milepost/contract/command-routes';
import { Badge, Text } from '@mantine/core';
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleX,
  IconClock,
  IconClockX,
  IconMessageQuestion,
  IconSend,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { type ShownState, shownState, stateReason } from './command-text.ts';

const LOOKS: Readonly<Record<ShownState, { color: string; Icon: typeof IconClock }>> = {
  waiting: { color: 'orange', Icon: IconClock },
  sent: { color: 'accent', Icon: IconSend },
  unanswered: { color: 'gray', Icon: IconMessageQuestion },
  answered: { color: 'green', Icon: IconCircleCheck },
  failed: { color: 'red', Icon: IconAlertTriangle },
  expired: { color: 'red', Icon: IconClockX },
  cancelled: { color: 'gray', Icon: IconCircleX },
};

interface Props {
  command: Command;
  now: number;
}

/** What became of a command, by shape, colour and word. */
export function CommandState({ command, now }: Props) {
  const { t } = useTranslation();
  const state = shownState(command, now);
  const { color, Icon } = LOOKS[state];
  return (
    <Badge variant="light" color={color} tt="none" fw={600} leftSection={<Icon size={13} stroke={2} aria-hidden />}>
      {t(`commands.state.${state}`)}
    </Badge>
  );
}

/** The device's own words, or why there are none. */
export function CommandOutcome({ command, now }: Props) {
  const { t } = useTranslation();
  const why = stateReason(t, command, now);
  if (command.answer !== null) {
    return (
      <Text size="sm" ff="monospace" component="bdi" dir="auto" style={{ overflowWrap: 'anywhere' }}>
        {command.answer}
      </Text>
    );
  }
  if (why === null) return null;
  return (
    <Text size="sm" c="dimmed">
      {why}
    </Text>
  );
}
