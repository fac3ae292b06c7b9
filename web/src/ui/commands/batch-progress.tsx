import { SHOWN_STATES, type ShownState } from '@milepost/contract/command-kinds';
import { Group, Skeleton, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../api/use-call.ts';
import { ErrorNote } from '../error-note/error-note.tsx';
import { Progress } from '../progress/progress.tsx';
import { StateBadge } from './command-state.tsx';

const SOON_MS = 2000;
const OPEN: readonly ShownState[] = ['waiting', 'sent'];

/** The progress of a command that was sent to many vehicles: the number in each state. */
export function BatchProgress({ batch }: { batch: number }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useCall(
    'get-command-list',
    { batch, pageSize: 1 },
    {
      refetchInterval: ({ state }) => {
        const progress = state.data?.progress;
        return !progress || OPEN.some((one) => (progress[one] ?? 0) > 0) ? SOON_MS : false;
      },
    },
  );
  if (error && !data) return <ErrorNote error={error} onRetry={() => void refetch()} />;
  if (!data?.progress) return <Skeleton height={48} />;
  const counts = SHOWN_STATES.flatMap((state) => {
    const count = data.progress?.[state] ?? 0;
    return count === 0 ? [] : [{ state, count }];
  });
  const sumOf = (some: typeof counts) => some.reduce((sum, { count }) => sum + count, 0);
  const total = sumOf(counts);
  const over = sumOf(counts.filter(({ state }) => !OPEN.includes(state)));
  return (
    <Stack gap="xs" role="group" aria-label={t('commands.many.progress')}>
      <Progress value={over} max={total} type={over === total ? 'success' : 'info'} />
      <Group gap="xs">
        {counts.map(({ state, count }) => (
          <StateBadge key={state} state={state} count={count} />
        ))}
      </Group>
      {(data.progress.waiting ?? 0) > 0 && <Text size="sm">{t('commands.sent')}</Text>}
    </Stack>
  );
}
