import type { AdminMenu } from '@milepost/contract/admin-operations';
import { Paper, Skeleton, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { queryClient } from '../../../api/query-client.ts';
import { useMay } from '../../../api/setup.ts';
import { callKey, useCall } from '../../../api/use-call.ts';
import { refresh } from '../../../api/refresh.ts';
import { ErrorNote } from '../../../ui/error-note/error-note.tsx';
import { RecordDrawer } from '../../../ui/form/record-drawer.tsx';
import { useFreshRows } from '../../../ui/form/use-fresh-rows.ts';
import { useShownRecord } from '../../../ui/form/use-shown-record.ts';
import classes from '../admin.module.css';
import { attempt } from '../../../ui/dialog/confirm.tsx';
import { MenuForm } from './menu-form.tsx';
import { droppedOn, inMenuOrder, stepped, withOrder } from './menu-order.ts';
import { MenuRow } from './menu-row.tsx';

/** The left menu: the order of its entries, their titles and icons, and whether they are shown. */
export default function MenusPage() {
  const { t } = useTranslation();
  const mayEdit = useMay('menus', 'edit');
  const { data, error, refetch } = useCall('get-menu-list', {});
  const [opened, setOpened] = useState<number | null>(null);
  const fresh = useFreshRows(opened, refetch);
  const openedRow = data?.rows.find(({ id }) => id === opened);
  const { record: shown } = useShownRecord(opened, fresh ? openedRow : undefined);
  const close = () => setOpened(null);
  const [dragged, setDragged] = useState<number | null>(null);
  const [over, setOver] = useState<number | null>(null);

  /** @param was the displayed order */
  function sort(was: number[], ids: number[] | null) {
    if (ids === null) return;
    // Displayed immediately; the server's reply replaces it, and a rejection restores the old order.
    queryClient.setQueryData<{ rows: AdminMenu[] }>(callKey('get-menu-list', {}), (present) =>
      present ? { ...present, rows: withOrder(present.rows, ids) } : present,
    );
    void attempt(t, {
      run: () => call('sort-menus', { ids, was }),
      done: t('admin.menus.sorted'),
      onDone: () => refresh('get-nav-menu'),
    }).finally(() => refresh('get-menu-list'));
  }

  return (
    <div className={classes['page']}>
      <div>
        <Title order={1} size={20}>
          {t('admin.menus.title')}
        </Title>
        <Text c="dimmed">{t(mayEdit ? 'admin.menus.hint' : 'admin.menus.read-only')}</Text>
      </div>
      {error && <ErrorNote error={error} onRetry={() => void refetch()} />}
      <Paper withBorder radius="lg" component="ul" className={classes['tree']} aria-label={t('admin.menus.title')}>
        {data === undefined && !error && (
          <li>
            <Skeleton height={14} width="40%" />
          </li>
        )}
        {inMenuOrder(data?.rows ?? []).map(({ row, depth, level }) => (
          <MenuRow
            key={row.id}
            menu={row}
            depth={depth}
            mayEdit={mayEdit}
            first={level[0] === row.id}
            last={level.at(-1) === row.id}
            dragged={dragged === row.id}
            over={over === row.id && dragged !== null && level.includes(dragged)}
            onStep={(step) => sort(level, stepped(level, row.id, step))}
            onDrag={setDragged}
            onOver={() => setOver(row.id)}
            onDrop={() => {
              if (dragged !== null) sort(level, droppedOn(level, dragged, row.id));
              setDragged(null);
              setOver(null);
            }}
            onEdit={() => setOpened(row.id)}
          />
        ))}
      </Paper>
      <RecordDrawer
        title={shown?.title ?? ' '}
        opened={opened !== null}
        onClose={close}
        loading={shown === undefined}
        error={null}
        onRetry={() => undefined}
      >
        {shown && <MenuForm key={shown.id} menu={shown} onClose={close} />}
      </RecordDrawer>
    </div>
  );
}
