import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { callKey, useCall } from '../../api/use-call.ts';
import { formatDayAndClock } from '../../text/format.ts';
import { ErrorNote } from '../error-note/error-note.tsx';
import { CutNote } from '../cut-note.tsx';

/** The valid links of the vehicle, each with a button to end it immediately. */
export function WorkingLinks({ vehicleId, onEnded }: { vehicleId: number; onEnded: (id: number) => void }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const query = useCall('get-share-list', { vehicleId });
  const revoke = useMutation({
    mutationFn: (id: number) => call('revoke-share', { id }),
    onSuccess: (_, id) => onEnded(id),
    onSettled: () => client.invalidateQueries({ queryKey: callKey('get-share-list') }),
  });
  const rows = query.data?.rows ?? [];
  const error = query.error ?? revoke.error;
  if (rows.length === 0 && !error) return null;
  return (
    <Stack gap={8} mt="lg">
      <Title order={3} size={14}>
        {t('share.working')}
      </Title>
      {error && <ErrorNote error={error} onRetry={() => void query.refetch()} />}
      {rows.map(({ id, note, createdBy, expiresAt, lastUsedAt }) => (
        <Group key={id} justify="space-between" wrap="nowrap" gap="sm">
          <div>
            <Text size="sm" fw={600}>
              {note ?? t('share.no-note')}
            </Text>
            <Text size="xs" c="dimmed">
              {[
                t('share.until', { time: formatDayAndClock(expiresAt) }),
                createdBy,
                lastUsedAt === null
                  ? t('share.never-used')
                  : t('share.last-used', { time: formatDayAndClock(lastUsedAt) }),
              ]
                .filter((part) => part !== null)
                .join(' · ')}
            </Text>
          </div>
          <Button
            variant="default"
            size="xs"
            loading={revoke.isPending && revoke.variables === id}
            onClick={() => revoke.mutate(id)}
          >
            {t('share.end')}
          </Button>
        </Group>
      ))}
      <CutNote shown={rows.length} total={query.data?.total} />
    </Stack>
  );
}
