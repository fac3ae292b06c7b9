import { inspectionOperations, type Checklist } from '@milepost/contract/inspection-operations';
import { VEHICLE_TYPES } from '@milepost/contract/vehicle-kinds';
import { MultiSelect, Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { call } from '../../../../api/call.ts';
import { refresh } from '../../../../api/refresh.ts';
import { useMay, useSetup } from '../../../../api/setup.ts';
import { RecordForm } from '../../../../ui/form/record-form.tsx';
import { useClosingForm } from '../../../../ui/form/use-closing-form.ts';
import { useVersion } from '../../../../ui/form/use-version.ts';
import { validateBy } from '../../../../ui/form/validate-by.ts';
import { listText } from '../../../../text/list-text.ts';

interface ChecklistValues extends Record<string, unknown> {
  name: string;
  types: Checklist['types'];
  /** One per line. */
  items: string;
}

interface Props {
  start: ChecklistValues;
  /** Undefined for a new checklist. */
  checklist: Checklist | undefined;
  onClose: () => void;
}

export const valuesOf = ({ name, types, items }: Checklist): ChecklistValues => ({
  name,
  types,
  items: items.join('\n'),
});

const validate = validateBy(inspectionOperations['save-checklist'].input);
const inputOf = ({ items, ...values }: ChecklistValues) => ({
  ...values,
  items: items
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== ''),
});
const changed = () => refresh('get-checklist-list', 'get-checklist-by-id', 'get-inspection-choices');

/** An error of one line is shown for the whole field. */
function faultsOf(values: ChecklistValues) {
  const faults = validate(inputOf(values));
  const ofItems = Object.entries(faults).find(([path]) => path.startsWith('items'))?.[1];
  return ofItems === undefined ? faults : { ...faults, items: ofItems };
}

export function ChecklistForm({ start, checklist, onClose }: Props) {
  const { t } = useTranslation();
  const label = (key: string) => t(key === 'types' ? 'maintenance.plan.types' : `maintenance.checklist.${key}`);
  // Checklists of the whole organisation are only for people without a limit.
  const limited = useSetup().data?.limited === true;
  const maySave = useMay('maintenance', checklist === undefined ? 'create' : 'edit') && !limited;
  const mayDelete = useMay('maintenance', 'delete') && !limited;
  const version = useVersion(checklist, async (id) => (await call('get-checklist-by-id', { id })).checklist, valuesOf);
  const record = useClosingForm({
    initialValues: start,
    validate: faultsOf,
    save: (values) =>
      call('save-checklist', {
        ...inputOf(values),
        ...version.sent(),
      }),
    readAgain: version.readAgain,
    savedText: ({ checklist: saved }) => t('form.saved', { name: saved.name }),
    onChanged: changed,
    onClose,
  });
  const { form } = record;
  const wordOf = (_name: string, value: unknown) =>
    Array.isArray(value) ? listText(value.map((type) => t(`vehicle-type.${String(type)}`))) : undefined;
  const remove = ({ id, name }: Checklist) =>
    record.remove({
      name,
      consequence: t('maintenance.checklist.delete-text'),
      remove: () => call('delete-checklist', { id }),
      restore: () => call('restore-checklist', { id }),
    });
  return (
    <RecordForm
      record={record}
      fieldWords={{ label, value: wordOf }}
      readOnly={!maySave}
      onCancel={onClose}
      onDelete={checklist && mayDelete ? () => remove(checklist) : undefined}
    >
      <TextInput {...form.getInputProps('name')} label={label('name')} maxLength={100} />
      <MultiSelect
        {...form.getInputProps('types')}
        label={label('types')}
        placeholder={form.values.types.length === 0 ? t('maintenance.plan.all-vehicles') : ''}
        clearable
        data={VEHICLE_TYPES.map((type) => ({ value: type, label: t(`vehicle-type.${type}`) }))}
        value={form.values.types}
      />
      <Textarea
        {...form.getInputProps('items')}
        label={label('items')}
        description={t('maintenance.checklist.items-hint')}
        autosize
        minRows={8}
        maxLength={20_000}
      />
    </RecordForm>
  );
}
