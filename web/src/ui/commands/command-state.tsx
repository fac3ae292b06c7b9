import type { ShownState } from '@milepost/contract/command-kinds';
import type { Command } from '@milepost/contract/command-operations';
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
import { formatNumber } from '../../text/format.ts';
import { shownState, stateReason } from './command-text.ts';

const LOOKS: Readonly<Record<ShownState, { color: string; Icon: typeof IconClock }>> = {
  waiting: { color: 'orange', Icon: IconClock },
  sent: { color: 'accent', Icon: IconSend },
  unanswered: { color: 'gray', Icon: IconMessageQuestion },
  done: { color: 'green', Icon: IconCircleCheck },
  refused: { color: 'red', Icon: IconCircleX },
  answered: { color: 'green', Icon: IconCircleCheck },
  unclear: { color: 'orange', Icon: IconMessageQuestion },
  failed: { color: 'red', Icon: IconAlertTriangle },
  expired: { color: 'red', Icon: IconClockX },
  cancelled: { color: 'gray', Icon: IconCircleX },
};

interface Props {
  command: Command;
  now: number;
}

/** A state by shape, colour and word, optionally with the number of commands in it. */
export function StateBadge({ state, count }: { state: ShownState; count?: number }) {
  const { t } = useTranslation();
  const { color, Icon } = LOOKS[state];
  const word = t(`commands.state.${state}`);
  return (
    <Badge
      variant="light"
      color={color}
      tt="none"
      fw={600}
      miw="max-content"
      leftSection={<Icon size={13} stroke={2} aria-hidden />}
    >
      {count === undefined ? word : `${word}: ${formatNumber(count)}`}
    </Badge>
  );
}

/** The outcome of a command. */
export const CommandState = ({ command, now }: Props) => <StateBadge state={shownState(command, now)} />;

/** The device's own reply, or the reason why there is none. */
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
