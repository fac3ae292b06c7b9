import { Button, Group, NativeSelect, Paper, Stack, Text, Title } from '@mantine/core';
import { RECOMPUTE_PACES, type RecomputePace } from '@milepost/contract/recompute-pace';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call, type CallOutput } from '../../../api/call.ts';
import { refresh } from '../../../api/refresh.ts';
import { useMay } from '../../../api/setup.ts';
import { useCall } from '../../../api/use-call.ts';
import { formatDuration, formatNumber } from '../../../text/format.ts';
import { CutNote } from '../../../ui/cut-note.tsx';
import { ErrorNote } from '../../../ui/error-note/error-note.tsx';
import { Progress } from '../../../ui/progress/progress.tsx';

const REFETCH_MS = 5000;
type FactsOutput = CallOutput<'get-facts-progress'>;

/** The progress of recomputing facts that earlier settings or an earlier version made; hidden when done. */
export function FactsProgress() {
  const { t } = useTranslation();
  const { data } = useCall(
    'get-facts-progress',
    {},
    { refetchInterval: ({ state }) => (state.data && state.data.done >= state.data.total ? false : REFETCH_MS) },
  );
  if (!data || data.done >= data.total) return null;
  const { done, total, rows, rowsTotal, upgrade } = data;
  const text = t('admin.organisations.recomputing', { done: formatNumber(done), total: formatNumber(total) });
  const waiting = rows.filter((row) => row.done < row.total);
  return (
    <Paper withBorder radius="lg" p="md" role="status">
      {upgrade && <Upgrade {...upgrade} />}
      <Text size="sm" mb={8}>
        {text}
      </Text>
      <Progress value={done} max={total} size={6} label={text} />
      {rows.length > 1 && (
        <Text size="xs" c="dimmed" mt={8}>
          {waiting.map((row) => `${row.name} ${formatNumber(row.done)}/${formatNumber(row.total)}`).join(' · ')}
        </Text>
      )}
      <CutNote shown={rows.length} total={rowsTotal} />
    </Paper>
  );
}

/** What an upgrade, or the request of an operator, changes about the past, and the switches of the operator. */
function Upgrade({ paused, pace, vehicles, requested, positions, remainingS }: NonNullable<FactsOutput['upgrade']>) {
  const { t } = useTranslation();
  const mayEdit = useMay('organisations', 'edit');
  const choose = useMutation({
    mutationFn: (choice: { paused: boolean; pace: RecomputePace }) => call('save-recompute-choice', choice),
    onSuccess: () => refresh('get-facts-progress'),
  });
  const isRequested = requested === vehicles;
  const left = t('admin.organisations.upgrade.left', {
    vehicles: formatNumber(vehicles),
    positions: formatNumber(positions),
  });
  const held = t(`admin.organisations.upgrade.${isRequested ? 'requested-paused' : 'is-paused'}`);
  const time = remainingS === null ? '' : t('admin.organisations.upgrade.time', { time: formatDuration(remainingS) });
  return (
    <Stack gap={8} mb="md">
      <Title order={2} size="sm">
        {t(`admin.organisations.upgrade.${isRequested ? 'requested-title' : 'title'}`)}
      </Title>
      <Text size="sm">{t(`admin.organisations.upgrade.${isRequested ? 'requested-text' : 'text'}`)}</Text>
      <Text size="sm">{[left, paused ? held : time].filter((part) => part !== '').join(' ')}</Text>
      {mayEdit && (
        <Group align="flex-end">
          <NativeSelect
            label={t('admin.organisations.upgrade.pace')}
            value={pace}
            disabled={choose.isPending}
            data={RECOMPUTE_PACES.map((value) => ({ value, label: t(`admin.organisations.upgrade.paces.${value}`) }))}
            onChange={({ currentTarget: { value } }) => {
              const chosen = RECOMPUTE_PACES.find((one) => one === value);
              if (chosen) choose.mutate({ paused, pace: chosen });
            }}
          />
          <Button
            variant={paused ? 'filled' : 'default'}
            loading={choose.isPending}
            onClick={() => choose.mutate({ paused: !paused, pace })}
          >
            {paused ? t('admin.organisations.upgrade.start') : t('admin.organisations.upgrade.pause')}
          </Button>
        </Group>
      )}
      {choose.error && <ErrorNote error={choose.error} />}
    </Stack>
  );
}
