import { Button, Group, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { call } from '../../../../api/call.ts';
import { useCall } from '../../../../api/use-call.ts';
import { formatDateTimeWithoutSeconds, formatNumber } from '../../../../text/format.ts';
import { ErrorNote } from '../../../../ui/error-note/error-note.tsx';
import { notify } from '../../../../ui/toast/notify.ts';
import { Alert } from '../../../../ui/alert/alert.tsx';
import { refreshSpreads } from '../../../../api/refresh-records.ts';
import classes from './spread.module.css';
import { undoneText } from './undone-text.ts';

/** The accepted spread of the day from the depot, with a button to undo it. */
export function Accepted({ day, depotId }: { day: string; depotId: number }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useCall('get-spread-list', { day, depotId });
  const undoing = useMutation({
    mutationFn: (spreadId: number) => call('undo-spread', { spreadId }),
    onSuccess(undone) {
      refreshSpreads();
      notify(undoneText(t, undone));
    },
  });
  if (error) return <ErrorNote error={error} onRetry={() => void refetch()} />;
  if (!data || data.rows.length === 0) return null;
  return (
    <Alert className={classes['accepted'] ?? ''} type="info" dismissible={false} title={t('spread.accepted-title')}>
      {data.rows.map(({ id, at, by, runs, undoable }) => (
        <Group key={id} justify="space-between" gap="xs" wrap="nowrap">
          <Text size="sm">
            {formatDateTimeWithoutSeconds(at)} · {by ?? t('spread.somebody')} ·{' '}
            {t('spread.runs', { number: formatNumber(runs) })}
          </Text>
          {undoable > 0 && (
            <Button
              size="compact-sm"
              variant="default"
              loading={undoing.isPending && undoing.variables === id}
              onClick={() => undoing.mutate(id)}
            >
              {t('spread.undo', { number: formatNumber(undoable) })}
            </Button>
          )}
        </Group>
      ))}
      {undoing.error && <ErrorNote error={undoing.error} />}
      <Link to={`/settings/runs?day=${day}`}>{t('spread.to-runs')}</Link>
    </Alert>
  );
}
