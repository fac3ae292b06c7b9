import type { Organisation } from '@milepost/contract/organisation-operations';
import { ActionIcon, Badge, Button, Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core';
import { IconBuilding, IconEye, IconHistoryOff, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { call } from '../../../api/call.ts';
import { useMay } from '../../../api/setup.ts';
import { useCall } from '../../../api/use-call.ts';
import { refresh } from '../../../api/refresh.ts';
import { formatNumber } from '../../../text/format.ts';
import { Alert } from '../../../ui/alert/alert.tsx';
import { ErrorNote } from '../../../ui/error-note/error-note.tsx';
import classes from '../admin.module.css';
import { confirmed } from '../../../ui/dialog/confirm.tsx';
import { ServerNotices } from '../server-notices.tsx';
import { FactsProgress } from './facts-progress.tsx';
import { type Opened, OrganisationDrawer } from './organisation-drawer.tsx';
import { inTreeOrder } from './organisation-tree.ts';
import { CutNote } from '../../../ui/cut-note.tsx';

/** The person's own organisation and all its descendants, as a tree. */
export default function OrganisationsPage() {
  const { t } = useTranslation();
  const may = {
    create: useMay('organisations', 'create'),
    edit: useMay('organisations', 'edit'),
    delete: useMay('organisations', 'delete'),
  };
  const { data, error, refetch } = useCall('get-organisation-list', {});
  const [opened, setOpened] = useState<Opened | null>(null);
  const [shown, setShown] = useState<Opened | null>(null);
  const rows = data?.rows ?? [];

  function open(next: Opened) {
    setShown(next);
    setOpened(next);
  }
  const remove = ({ id, name }: Organisation) =>
    confirmed(t, {
      title: t('form.delete-title', { name }),
      text: t('admin.organisations.delete-text'),
      confirm: t('form.delete'),
      run: () => call('delete-organisation', { id }),
      done: t('form.deleted', { name }),
      onDone: () => refresh('get-organisation-list'),
    });

  const top = rows.find(({ own }) => own);
  return (
    <div className={classes['page']}>
      <Group justify="space-between">
        <Title order={1} size={20}>
          {t('admin.organisations.title')}
        </Title>
        <Group gap="sm">
          <Button component={Link} to="/admin/legal-holds" variant="default">
            {t('legal-holds.title')}
          </Button>
          {may.create && top && (
            <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => open({ below: top.id })}>
              {t('admin.organisations.add')}
            </Button>
          )}
        </Group>
      </Group>
      <ServerNotices />
      <FactsProgress />
      {top && <RetentionHint organisationId={top.id} onChoose={() => open({ organisation: top, tab: 'retention' })} />}
      {error && <ErrorNote error={error} onRetry={() => void refetch()} />}
      <Paper
        withBorder
        radius="lg"
        component="ul"
        className={classes['tree']}
        aria-label={t('admin.organisations.title')}
      >
        {data === undefined && !error && (
          <li>
            <Skeleton height={14} width="40%" />
          </li>
        )}
        {inTreeOrder(rows).map(({ row, depth }) => (
          <li key={row.id} style={{ paddingInlineStart: 16 + depth * 28 }}>
            <IconBuilding size={18} stroke={1.6} color="var(--text-dim)" aria-hidden />
            <Stack gap={0} flex={1} miw={0}>
              <Text component="div" fw={600}>
                {row.name}{' '}
                {row.own && (
                  <Badge variant="light" size="sm" tt="none">
                    {t('admin.organisations.own')}
                  </Badge>
                )}
              </Text>
              <Text size="sm" c="dimmed">
                {t('admin.organisations.users', { count: row.users, number: formatNumber(row.users) })} ·{' '}
                {t('admin.organisations.vehicles', { count: row.vehicles, number: formatNumber(row.vehicles) })}
              </Text>
            </Stack>
            <Group gap={2} wrap="nowrap">
              {may.create && (
                <ActionIcon
                  aria-label={t('admin.organisations.add-below', { name: row.name })}
                  onClick={() => open({ below: row.id })}
                >
                  <IconPlus size={18} stroke={1.6} />
                </ActionIcon>
              )}
              <ActionIcon
                aria-label={t(may.edit ? 'admin.edit-named' : 'organisation-settings.show', { name: row.name })}
                onClick={() => open({ organisation: row })}
              >
                {may.edit ? <IconPencil size={18} stroke={1.6} /> : <IconEye size={18} stroke={1.6} />}
              </ActionIcon>
              {may.delete && !row.own && (
                <ActionIcon aria-label={t('admin.delete-named', { name: row.name })} onClick={() => remove(row)}>
                  <IconTrash size={18} stroke={1.6} />
                </ActionIcon>
              )}
            </Group>
          </li>
        ))}
      </Paper>
      <CutNote shown={data?.rows.length} total={data?.total} />
      <OrganisationDrawer
        shown={shown}
        opened={opened !== null}
        rows={rows}
        onFetch={refetch}
        onClose={() => setOpened(null)}
      />
    </div>
  );
}

/** Shown until somebody has chosen how long each kind of data is kept. */
function RetentionHint({ organisationId, onChoose }: { organisationId: number; onChoose: () => void }) {
  const { t } = useTranslation();
  const enabled = useMay('organisations', 'delete');
  const { data } = useCall('get-retention', { id: organisationId }, { enabled });
  const undecided = data?.rows.filter(({ own, above }) => own === null && above === null) ?? [];
  if (undecided.length === 0) return null;
  return (
    <Alert type="info" icon={<IconHistoryOff aria-hidden />} dismissible={false}>
      {t(undecided.length === data?.rows.length ? 'retention.undecided' : 'retention.undecided-some')}{' '}
      <Button variant="subtle" size="compact-sm" onClick={onChoose}>
        {t('retention.choose')}
      </Button>
    </Alert>
  );
}
