import type { CommandKind } from '@milepost/contract/command-kinds';
import { Anchor, Group, Skeleton, Stack, Text } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useCall } from '../../api/use-call.ts';
import { useServerNow } from '../../live/use-live.ts';
import { formatDayAndClock } from '../../text/format.ts';
import { EmptyNote } from '../empty-note.tsx';
import { ErrorNote } from '../error-note/error-note.tsx';
import { CancelButton } from './cancel-button.tsx';
import { CommandOutcome, CommandState } from './command-state.tsx';
import { commandTitle, isOpen, sentBy } from './command-text.ts';
import classes from './commands.module.css';
import { refreshEngine } from '../../api/refresh-records.ts';

/** The polling intervals: while the state of a command can change, and otherwise. */
const SOON_MS = 2000;
const LATER_MS = 15_000;
const SHOWN = 20;

const isOfEngine = (kind: CommandKind) => kind === 'engineStop' || kind === 'engineResume';

/** The newest commands of a vehicle, with their outcomes. */
export function RecentCommands({ vehicleId }: { vehicleId: number }) {
  const { t } = useTranslation();
  const now = useServerNow(SOON_MS);
  const input = { vehicleId, pageSize: SHOWN, direction: 'desc' } as const;
  const { data, error, refetch } = useCall('get-command-list', input, {
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.rows.some((row) => isOpen(row, Date.now())) ? SOON_MS : LATER_MS),
  });
  const engine = data?.rows.flatMap(({ id, kind, state }) => (isOfEngine(kind) ? `${id} ${state}` : [])).join();
  const known = useRef(engine);
  useEffect(() => {
    // The panels beside this list are reloaded less often: they would still show an engine as stopped after its
    // resumption.
    if (known.current !== undefined && known.current !== engine) refreshEngine();
    known.current = engine;
  }, [engine]);
  if (error && !data) return <ErrorNote error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={160} />;
  if (data.total === 0) return <EmptyNote title={t('commands.none')} text={t('commands.none-text')} />;
  return (
    <Stack gap={0} component="ul" className={classes['recent'] ?? ''} aria-label={t('commands.recent')}>
      {data.rows.map((command) => (
        <li key={command.id}>
          <Group justify="space-between" gap="xs" wrap="nowrap" align="flex-start">
            <Text fw={600} component="bdi" dir="auto" style={{ overflowWrap: 'anywhere' }}>
              {commandTitle(t, command)}
            </Text>
            <CommandState command={command} now={now} />
          </Group>
          <CommandOutcome command={command} now={now} />
          <Group justify="space-between" gap="xs" align="flex-end">
            <Text size="xs" c="dimmed">
              {[formatDayAndClock(command.madeAt), sentBy(t, command), command.reason]
                .filter((part) => part !== null)
                .join(' · ')}
            </Text>
            <CancelButton command={command} />
          </Group>
        </li>
      ))}
      {data.total > SHOWN && (
        <Anchor component={Link} to={`/vehicle-info/commands?vehicle=${vehicleId}`} size="sm" mt="sm">
          {t('commands.all-of-vehicle')}
        </Anchor>
      )}
    </Stack>
  );
}
