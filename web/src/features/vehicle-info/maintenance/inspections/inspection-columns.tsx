import { workOrderName } from '@milepost/contract/maintenance-kinds';
import type { Inspection } from '@milepost/contract/inspection-operations';
import type { TFunction } from 'i18next';
import { formatDateTimeWithoutSeconds, formatNumber } from '../../../../text/format.ts';
import type { Column } from '../../../../ui/data-table/column.ts';
import type { CsvColumn } from '../../../../ui/data-table/csv.ts';
import type { TableDefaults } from '../../../../ui/data-table/table-state.ts';
import { DefectChip } from '../../../../ui/maintenance/defect-chip.tsx';

const SORTS = ['at', 'defects'] as const;
type InspectionSort = (typeof SORTS)[number];
export const DEFAULTS: TableDefaults<InspectionSort> = { sorts: SORTS, sort: 'at', direction: 'desc' };

export function inspectionColumns(t: TFunction): Column<Inspection, InspectionSort>[] {
  const label = (key: string) => t(`maintenance.inspection.${key}`);
  return [
    { key: 'vehicle', label: t('maintenance.vehicle'), render: ({ registration }) => <b>{registration}</b> },
    { key: 'name', label: label('checklist'), render: ({ name }) => name },
    { key: 'at', label: label('at'), sort: 'at', render: ({ at }) => formatDateTimeWithoutSeconds(at) },
    {
      key: 'severity',
      label: label('worst'),
      render: ({ severity }) => (severity === null ? label('in-order') : <DefectChip severity={severity} />),
    },
    {
      key: 'defects',
      label: label('defects'),
      sort: 'defects',
      align: 'right',
      render: ({ defects }) => (defects === 0 ? '–' : formatNumber(defects)),
    },
    { key: 'signedBy', from: 860, label: label('signed-by'), render: ({ signedBy }) => signedBy },
    {
      key: 'order',
      from: 1000,
      label: t('maintenance.order.short'),
      render: ({ workOrderNumber }) => (workOrderNumber === null ? '–' : workOrderName(workOrderNumber)),
    },
  ];
}

/** Times as ISO 8601, kilometres as numbers, so that a program can read them. */
export function inspectionCells(t: TFunction): CsvColumn<Inspection>[] {
  const label = (key: string) => t(`maintenance.inspection.${key}`);
  return [
    { label: t('maintenance.vehicle'), value: ({ registration }) => registration },
    { label: label('checklist'), value: ({ name }) => name },
    { label: label('at'), value: ({ at }) => at },
    { label: label('worst'), value: ({ severity }) => severity && t(`maintenance.severity.${severity}`) },
    { label: label('defects'), value: ({ defects }) => defects },
    { label: label('odometer-km'), value: ({ odometerM }) => (odometerM === null ? null : odometerM / 1000) },
    { label: label('signed-by'), value: ({ signedBy }) => signedBy },
    { label: t('maintenance.made-by'), value: ({ madeBy }) => madeBy },
    {
      label: t('maintenance.order.short'),
      value: ({ workOrderNumber }) => workOrderNumber && workOrderName(workOrderNumber),
    },
  ];
}
