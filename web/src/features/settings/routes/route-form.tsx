import { type Route, routePlanOperations } from '@milepost/contract/route-plan-operations';
import { Switch, Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { useMay } from '../../../api/setup.ts';
import { ColorField } from '../../../ui/color-field/color-field.tsx';
import { RecordForm } from '../../../ui/form/record-form.tsx';
import { useClosingForm } from '../../../ui/form/use-closing-form.ts';
import { useVersion } from '../../../ui/form/use-version.ts';
import { validateBy } from '../../../ui/form/validate-by.ts';
import { refreshRoutes } from '../../../api/refresh-records.ts';

interface Props {
  /** Undefined for a new route. */
  route: Route | undefined;
  onClose: (saved?: number) => void;
  onRemoved: () => void;
}

const valuesOf = (route: Route | undefined) => ({
  name: route?.name ?? '',
  colour: route?.colour ?? '#2563d9',
  note: route?.note ?? '',
  archived: route?.archived ?? false,
});

const validate = validateBy(routePlanOperations['save-route'].input);

export function RouteForm({ route, onClose, onRemoved }: Props) {
  const { t } = useTranslation();
  const label = (field: string) => t(`routes.field.${field}`);
  const maySave = useMay('routes', route ? 'edit' : 'create');
  const mayDelete = useMay('routes', 'delete');
  const version = useVersion(route, async (id) => (await call('get-route-by-id', { id })).route, valuesOf);
  const record = useClosingForm({
    initialValues: valuesOf(route),
    validate,
    save: (values) => call('save-route', { ...values, ...version.sent() }),
    readAgain: version.readAgain,
    savedText: ({ route: saved }) => t('form.saved', { name: saved.name }),
    onChanged: refreshRoutes,
    onClose(saved) {
      if (saved) onClose(saved.route.id);
      else onRemoved();
    },
  });
  const { form } = record;
  const remove = ({ id, name }: Route) =>
    record.remove({
      name,
      consequence: t('routes.delete-text'),
      remove: () => call('delete-route', { id }),
      restore: () => call('restore-route', { id }),
    });
  return (
    <RecordForm
      record={record}
      fieldWords={{ label }}
      readOnly={!maySave}
      onCancel={() => onClose()}
      onDelete={route && mayDelete ? () => remove(route) : undefined}
    >
      <TextInput
        {...form.getInputProps('name')}
        label={label('name')}
        withAsterisk
        required
        maxLength={80}
        data-autofocus
      />
      <ColorField
        label={label('colour')}
        value={form.values.colour}
        onChange={(colour) => form.setFieldValue('colour', colour)}
      />
      <Textarea {...form.getInputProps('note')} label={label('note')} autosize minRows={2} maxLength={2000} />
      {route && (
        <Switch
          {...form.getInputProps('archived', { type: 'checkbox' })}
          label={label('archived')}
          description={t('routes.archived-hint')}
        />
      )}
    </RecordForm>
  );
}
