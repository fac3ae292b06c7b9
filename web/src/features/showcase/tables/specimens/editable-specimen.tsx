import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { EditableColumn, EditableRow } from '../../../../ui/editable-table/editable-column.ts';
import { EditableTable } from '../../../../ui/editable-table/editable-table.tsx';
import { expression, jsxCode } from '../../frame/jsx-code.ts';
import { onOff } from '../../frame/knobs.ts';
import { Specimen } from '../../frame/specimen.tsx';

const KNOBS = { readOnly: onOff(false) };

const START: readonly EditableRow[] = [
  { id: 1, cells: { plate: 'SBA 4821', kind: 'diesel', litres: 42.5, price: 1.72, vendor: 'Ancap Centro' } },
  { id: 2, cells: { plate: 'SBC 1130', kind: 'petrol', litres: 31, price: 1.94, vendor: 'Ruta 5' } },
  { id: 3, cells: { plate: 'SCD 7702', kind: 'diesel', litres: 118.2, price: 1.69, vendor: null } },
  { id: 4, cells: { plate: 'SDF 2207', kind: 'electric', litres: null, price: null, vendor: 'Puerto' } },
];

/** Fuel entries that are edited in the table. */
export function EditableSpecimen() {
  const { t } = useTranslation();
  const [rows, setRows] = useState(START);
  const label = t('tables.editable.label');
  const columns: EditableColumn[] = [
    { key: 'plate', label: t('vehicle-info.registration'), kind: 'text', required: true, readOnly: true },
    {
      key: 'kind',
      label: t('tables.editable.kind'),
      kind: 'select',
      required: true,
      options: ['diesel', 'petrol', 'electric'],
    },
    { key: 'litres', label: t('tables.editable.litres'), kind: 'number', min: 0, max: 400 },
    { key: 'price', label: t('tables.editable.price'), kind: 'number', min: 0, max: 10 },
    { key: 'vendor', label: t('tables.editable.vendor'), kind: 'text', maxLength: 40 },
  ];
  return (
    <Specimen
      id="editable"
      title={t('tables.editable.title')}
      text={t('tables.editable.text')}
      knobs={KNOBS}
      code={(changed) =>
        jsxCode('EditableTable', {
          label,
          columns: expression('columns'),
          rows: expression('rows'),
          onChange: expression('(rows, edit) => save(edit)'),
          ...changed,
        })
      }
    >
      {({ readOnly }) => (
        <EditableTable label={label} columns={columns} rows={rows} onChange={setRows} readOnly={readOnly} />
      )}
    </Specimen>
  );
}
