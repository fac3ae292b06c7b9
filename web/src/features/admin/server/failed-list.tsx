import { Button, Group, Paper, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../../api/setup.ts';
import { Ago } from '../../../ui/ago.tsx';
import { CutNote } from '../../../ui/cut-note.tsx';
import { attempt } from '../../../ui/dialog/confirm.tsx';
import classes from './server.module.css';

/** What a person can do about something that failed: the call, and the message after it. */
export interface Remedy {
  run: () => Promise<unknown>;
  done: string;
}

interface Entry {
  key: string | number;
  name: ReactNode;
  at: string;
  /** After the time, such as the number of attempts. */
  detail: string;
  reason: ReactNode;
  /** Null where a retry is impossible, which the reason explains. */
  retry: Remedy | null;
  discard: Remedy;
}

interface Props {
  title: string;
  entries: readonly Entry[];
  total: number;
  /** For all entries together. */
  actions?: readonly (Remedy & { label: string })[];
  onChanged: () => void;
}

/** Things that failed for good, with their reasons, a retry and a way to give them up; hidden without any. */
export function FailedList({ title, entries, total, actions = [], onChanged }: Props) {
  const { t } = useTranslation();
  const mayEdit = useMay('server', 'edit');
  if (entries.length === 0) return null;
  const go = (remedy: Remedy) => void attempt(t, { ...remedy, onDone: onChanged });
  return (
    <Paper withBorder radius="lg" p="md" component="section" aria-label={title}>
      <Group justify="space-between" align="start" gap="xs">
        <h2 className={classes['title']}>{title}</h2>
        {mayEdit && entries.length > 1 && (
          <Group gap="xs">
            {actions.map((action) => (
              <Button key={action.label} variant="default" size="xs" onClick={() => go(action)}>
                {action.label}
              </Button>
            ))}
          </Group>
        )}
      </Group>
      <ul className={classes['failed']}>
        {entries.map(({ key, name, at, detail, reason, retry, discard }) => (
          <li key={key}>
            <div>
              <Text component="span" fw={600}>
                {name}
              </Text>{' '}
              <Text component="span" size="sm" c="dimmed">
                <Ago at={at} />
                {detail === '' ? '' : ` · ${detail}`}
              </Text>
              <div className={classes['reason']}>{reason}</div>
            </div>
            {mayEdit && (
              <Group gap="xs" wrap="nowrap">
                {retry && (
                  <Button variant="default" size="xs" onClick={() => go(retry)}>
                    {t('server-status.failed.retry')}
                  </Button>
                )}
                <Button variant="subtle" color="gray" size="xs" onClick={() => go(discard)}>
                  {t('server-status.failed.discard')}
                </Button>
              </Group>
            )}
          </li>
        ))}
      </ul>
      <CutNote shown={entries.length} total={total} />
    </Paper>
  );
}
