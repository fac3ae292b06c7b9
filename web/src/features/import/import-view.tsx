import type { OpenImport } from '@milepost/contract/import-operations';
import { Button, Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core';
import { modals } from '@mantine/modals';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { queryClient } from '../../api/query-client.ts';
import { refresh, refreshLists } from '../../api/refresh.ts';
import { callKey, useCall } from '../../api/use-call.ts';
import { formatDayAndClock, formatNumber } from '../../text/format.ts';
import { Alert } from '../../ui/alert/alert.tsx';
import { ErrorNote } from '../../ui/error-note/error-note.tsx';
import { errorText } from '../../ui/error-text.ts';
import { Progress } from '../../ui/progress/progress.tsx';
import { ImportColumns } from './import-columns.tsx';
import { ImportLines } from './import-lines.tsx';
import { AFTER, countWords } from './import-words.ts';

interface Props {
  id: number;
  onDropped: () => void;
}

const POLL_MS = 1000;
const UNDER_WAY = ['running', 'undoing', 'checking'];

/** One import at any stage: columns and trial, progress, result and undo. */
export function ImportView({ id, onDropped }: Props) {
  const { t } = useTranslation();
  const query = useCall(
    'get-import',
    { id },
    { refetchInterval: ({ state }) => (UNDER_WAY.includes(state.data?.import.state ?? '') ? POLL_MS : false) },
  );
  const act = useMutation({
    mutationFn: (route: 'run-import' | 'undo-import') => call(route, { id }),
    onSuccess(answer) {
      queryClient.setQueryData(callKey('get-import', { id }), answer);
      refresh('get-import-list', 'get-import-lines');
    },
  });
  const found = query.data?.import;
  const over = found?.state === 'done' || found?.state === 'undone' ? found.state : null;
  // The cached lists are outdated now.
  useEffect(() => {
    if (over !== null) refreshLists();
  }, [over]);
  if (!found) {
    return query.error ? (
      <ErrorNote error={query.error} onRetry={() => void query.refetch()} />
    ) : (
      <Skeleton height={320} radius="lg" />
    );
  }
  const { state, failed } = found;
  if (state === 'draft' || state === 'checking') {
    return (
      <ImportColumns
        key={`${found.sheet} ${found.head} ${found.encoding?.name}`}
        found={found}
        onRun={() => act.mutate('run-import')}
        running={act.isPending}
        failure={act.error}
        onDropped={onDropped}
      />
    );
  }
  const going = (state === 'running' || state === 'undoing') && !failed;
  const retryRoute = state === 'undoing' ? 'undo-import' : 'run-import';
  return (
    <Paper withBorder radius="lg" p="md">
      <Stack gap="sm">
        <Heading found={found} />
        {going && <Going found={found} />}
        {failed && (
          <Alert type="danger" dismissible={false}>
            <Group justify="space-between">
              {t('import.broke-off')}
              <Button size="xs" variant="default" onClick={() => act.mutate(retryRoute)}>
                {t('import.go-on')}
              </Button>
            </Group>
          </Alert>
        )}
        {act.error && <Alert type="danger">{errorText(t, act.error)}</Alert>}
        {!going && <Outcome found={found} onUndo={() => act.mutate('undo-import')} undoing={act.isPending} />}
      </Stack>
    </Paper>
  );
}

function Heading({ found: { fileName, by, createdAt } }: { found: OpenImport }) {
  return (
    <div>
      <Title order={2} size={16}>
        <bdi>{fileName}</bdi>
      </Title>
      <Text size="sm" c="dimmed">
        {[by, formatDayAndClock(createdAt)].filter(Boolean).join(' · ')}
      </Text>
    </div>
  );
}

/** The import continues whether or not the page is open. */
function Going({ found: { state, done, todo } }: { found: OpenImport }) {
  const { t } = useTranslation();
  return (
    <>
      <Progress value={done} max={todo} />
      <Text size="sm" role="status">
        {t(`import.going.${state === 'undoing' ? 'undo' : 'run'}`, {
          done: formatNumber(done),
          todo: formatNumber(todo),
        })}
      </Text>
      <Text size="sm" c="dimmed">
        {t('import.goes-on')}
      </Text>
    </>
  );
}

function Outcome({ found, onUndo, undoing }: { found: OpenImport; onUndo: () => void; undoing: boolean }) {
  const { t } = useTranslation();
  const { state, counts, warnings, mayUndo, undoUntil, linesGone } = found;
  const [shownAt] = useState(() => Date.now());
  const over = undoUntil !== null && Date.parse(undoUntil) < shownAt;
  const some = (counts.created ?? 0) + (counts.updated ?? 0) > 0;
  const openConfirm = () =>
    modals.openConfirmModal({
      title: t('import.undo'),
      children: <Text>{t('import.undo-text')}</Text>,
      labels: { confirm: t('import.undo'), cancel: t('form.cancel') },
      confirmProps: { color: 'red' },
      closeButtonProps: { 'aria-label': t('form.close') },
      onConfirm: onUndo,
    });
  return (
    <>
      <Text fw={600} role="status">
        {countWords(t, counts, AFTER) || t('import.nothing')}
      </Text>
      {!linesGone && (counts.kept ?? 0) > 0 && <ImportLines found={found} states={RETAINED} title={t('import.kept')} />}
      {!linesGone && warnings.some(({ what }) => what === 'cells-left-out') && (
        <ImportLines found={found} states={TAKEN} leftOut title={t('import.cells-left-out')} />
      )}
      {!linesGone && (counts.fault ?? 0) > 0 && (
        <ImportLines found={found} states={FAULT} title={t('import.left-out')} />
      )}
      {undoUntil !== null && some && (
        <Text size="sm" c="dimmed">
          {t(over ? 'import.undo-over' : 'import.undo-until', { when: formatDayAndClock(undoUntil) })}
        </Text>
      )}
      {linesGone && (
        <Text size="sm" c="dimmed">
          {t('import.lines-gone')}
        </Text>
      )}
      {state === 'done' && some && mayUndo && !over && (
        <Group>
          <Button
            variant="default"
            leftSection={<IconArrowBackUp size={16} aria-hidden />}
            loading={undoing}
            onClick={openConfirm}
          >
            {t('import.undo')}
          </Button>
        </Group>
      )}
    </>
  );
}

const RETAINED = ['kept'] as const;
const FAULT = ['fault'] as const;
const TAKEN = ['created', 'updated', 'same'] as const;
