import { Select } from '@mantine/core';
import { IconTool } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { call } from '../../../api/call.ts';
import { useCall } from '../../../api/use-call.ts';
import { useTableState } from '../../../ui/data-table/use-table-state.ts';
import { DEFAULTS, installationCells, installationColumns } from '../../../ui/installation/installation-columns.tsx';
import { ListPage } from '../../../ui/list-page/list-page.tsx';

/** Which device was put into which vehicle, when and by whom; a row opens the devices of its vehicle. */
export default function VehicleInstallationPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const list = useTableState(DEFAULTS);
  const [params] = useSearchParams();
  const present = params.get('present') === 'true' || undefined;
  const input = { ...list.state, present };
  return (
    <ListPage
      title={t('installation.title')}
      searchLabel={t('installation.search')}
      list={list}
      columns={installationColumns(t, false)}
      query={useCall('get-installation-list', input, { placeholderData: keepPreviousData })}
      onOpen={({ vehicleId }) => void navigate(`/vehicle-info/${vehicleId}?tab=installations`)}
      file={{
        name: 'installations',
        columns: installationCells(t),
        fetchPage: (page, pageSize) => call('get-installation-list', { ...input, page, pageSize }),
      }}
      filters={
        <Select
          aria-label={t('installation.which')}
          w={{ base: 140, sm: 200 }}
          allowDeselect={false}
          data={[
            { value: 'all', label: t('installation.all') },
            { value: 'present', label: t('installation.only-present') },
          ]}
          value={present ? 'present' : 'all'}
          onChange={(which) => list.filter({ present: which === 'present' ? 'true' : null })}
        />
      }
      filtered={present === true}
      empty={{ Icon: IconTool, title: t('installation.none'), text: t('installation.none-text') }}
    />
  );
}
