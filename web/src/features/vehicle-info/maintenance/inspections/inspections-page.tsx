import { DEFECT_SEVERITIES } from '@milepost/contract/inspection-kinds';
import { recordPath } from '@milepost/contract/record-kinds';
import { Button, Select } from '@mantine/core';
import { IconClipboardCheck, IconPlus } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { call } from '../../../../api/call.ts';
import { useMay } from '../../../../api/setup.ts';
import { useCall } from '../../../../api/use-call.ts';
import { useTableState } from '../../../../ui/data-table/use-table-state.ts';
import { ListPage } from '../../../../ui/list-page/list-page.tsx';
import { MaintenanceTabs } from '../../../../ui/maintenance/maintenance-tabs.tsx';
import { VehicleFilter } from '../../../../ui/vehicle-filter/vehicle-filter.tsx';
import { DEFAULTS, inspectionCells, inspectionColumns } from './inspection-columns.tsx';

/** The results of inspections. */
export default function InspectionsPage() {
  const { t } = useTranslation();
  const list = useTableState(DEFAULTS);
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const mayCreate = useMay('maintenance', 'create');
  const severity = DEFECT_SEVERITIES.find((one) => one === params.get('severity'));
  const vehicleId = Number(params.get('vehicle')) || undefined;
  const input = { ...list.state, severity, vehicleId };
  const addButton = mayCreate && (
    <Button
      component={Link}
      to={`/vehicle-info/maintenance/inspect${vehicleId === undefined ? '' : `?vehicle=${vehicleId}`}`}
      leftSection={<IconPlus size={16} aria-hidden />}
    >
      {t('maintenance.inspect.title')}
    </Button>
  );
  return (
    <ListPage
      title={t('maintenance.inspection.title')}
      notice={<MaintenanceTabs />}
      searchLabel={t('maintenance.inspection.search')}
      list={list}
      columns={inspectionColumns(t)}
      query={useCall('get-inspection-list', input, { placeholderData: keepPreviousData })}
      onOpen={({ id }) => void navigate(`/${recordPath('inspection', id)}`)}
      filters={
        <>
          <VehicleFilter
            value={vehicleId ?? null}
            onChange={(id) => list.filter({ vehicle: id === null ? null : String(id) })}
          />
          <Select
            aria-label={t('maintenance.inspection.worst')}
            placeholder={t('maintenance.inspection.all')}
            clearable
            w={{ base: 130, sm: 170 }}
            data={DEFECT_SEVERITIES.map((one) => ({ value: one, label: t(`maintenance.severity.${one}`) }))}
            value={severity ?? null}
            onChange={(one) => list.filter({ severity: one })}
          />
        </>
      }
      filtered={severity !== undefined || vehicleId !== undefined}
      file={{
        name: 'inspections',
        columns: inspectionCells(t),
        fetchPage: (page, pageSize) => call('get-inspection-list', { ...input, page, pageSize }),
      }}
      actions={addButton}
      empty={{
        Icon: IconClipboardCheck,
        title: t('maintenance.inspection.empty'),
        text: t('maintenance.inspection.empty-text'),
        action: addButton,
      }}
    />
  );
}
