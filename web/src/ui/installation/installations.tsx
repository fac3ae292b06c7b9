import type { Installation } from '@milepost/contract/installation-operations';
import { Button, Group, Paper } from '@mantine/core';
import { IconArrowsExchange, IconReplace } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../api/setup.ts';
import { useCall } from '../../api/use-call.ts';
import { DataTable } from '../data-table/data-table.tsx';
import { TableFooter } from '../data-table/table-footer.tsx';
import { useTableState } from '../data-table/use-table-state.ts';
import { EmptyNote } from '../empty-note.tsx';
import { ErrorNote } from '../error-note/error-note.tsx';
import { RecordDrawer } from '../form/record-drawer.tsx';
import { lazyPart } from '../lazy-part.ts';
import { DEFAULTS, installationColumns } from './installation-columns.tsx';

// Lazy-loaded together with its validation schemas.
const InstallationForm = lazyPart(() => import('./installation-form.tsx'));
const ExchangeForm = lazyPart(() => import('./exchange-form.tsx'));

interface Props {
  vehicleId: number;
  className?: string | undefined;
}

/** The devices that a vehicle had, newest first, and a button to install the next one. */
export function Installations({ vehicleId, className }: Props) {
  const { t } = useTranslation();
  const { state, change } = useTableState(DEFAULTS);
  const mayEdit = useMay('vehicles', 'edit');
  const mayChoose = useMay('devices', 'view');
  const [shown, setShown] = useState<Installation | undefined>();
  const [opened, setOpened] = useState(false);
  const [exchanging, setExchanging] = useState(false);
  const { page, pageSize, sort, direction } = state;
  const query = useCall(
    'get-installation-list',
    { vehicleId, page, pageSize, sort, direction },
    { placeholderData: keepPreviousData },
  );
  const { data, error } = query;
  const close = () => setOpened(false);
  function open(installation: Installation | undefined) {
    setShown(installation);
    setOpened(true);
  }
  return (
    <Paper withBorder radius="lg" className={className ?? ''}>
      {mayEdit && mayChoose && (
        <Group p="sm" gap="xs" justify="flex-end">
          {(data?.total ?? 0) > 0 && (
            <Button
              variant="default"
              leftSection={<IconArrowsExchange size={16} aria-hidden />}
              onClick={() => setExchanging(true)}
            >
              {t('installation.exchange')}
            </Button>
          )}
          <Button leftSection={<IconReplace size={16} aria-hidden />} onClick={() => open(undefined)}>
            {t('installation.swap')}
          </Button>
        </Group>
      )}
      {error && <ErrorNote radius={0} title={t('table.failed')} error={error} onRetry={() => void query.refetch()} />}
      {data?.total === 0 ? (
        <Group justify="center" p="xl">
          <EmptyNote title={t('installation.empty')} text={t('installation.empty-text')} />
        </Group>
      ) : (
        (data !== undefined || !error) && (
          <DataTable
            label={t('installation.title')}
            columns={installationColumns(t, true)}
            rows={data?.rows}
            state={state}
            onChange={change}
            onOpen={open}
            stale={query.isPlaceholderData}
          />
        )
      )}
      {(data?.total ?? 0) > 0 && <TableFooter total={data?.total ?? 0} state={state} onChange={change} />}
      <RecordDrawer
        title={shown === undefined ? t('installation.swap') : t('installation.one', { device: shown.identity })}
        opened={opened}
        onClose={close}
        loading={false}
        error={null}
        onRetry={close}
      >
        <Suspense>
          <InstallationForm
            key={shown?.id ?? 'new'}
            vehicleId={vehicleId}
            installation={shown}
            mayEdit={mayEdit}
            onClose={close}
          />
        </Suspense>
      </RecordDrawer>
      <RecordDrawer
        title={t('installation.exchange')}
        opened={exchanging}
        onClose={() => setExchanging(false)}
        loading={false}
        error={null}
        onRetry={() => setExchanging(false)}
      >
        <Suspense>
          <ExchangeForm vehicleId={vehicleId} onClose={() => setExchanging(false)} />
        </Suspense>
      </RecordDrawer>
    </Paper>
  );
}
