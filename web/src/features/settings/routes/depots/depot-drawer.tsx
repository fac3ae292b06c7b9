import { type Depot, depotOperations } from '@milepost/contract/depot-operations';
import { DEPOT_M } from '@milepost/contract/route-kinds';
import { Input, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { call } from '../../../../api/call.ts';
import { useMay } from '../../../../api/setup.ts';
import { callQuery } from '../../../../api/use-call.ts';
import { coordinates } from '../../../../text/coordinates.ts';
import { metreUnit } from '../../../../text/format.ts';
import { NumberField } from '../../../../ui/form/number-field.tsx';
import { RecordDrawer } from '../../../../ui/form/record-drawer.tsx';
import { RecordForm } from '../../../../ui/form/record-form.tsx';
import { useClosingForm } from '../../../../ui/form/use-closing-form.ts';
import { useDrawerRecord } from '../../../../ui/form/use-drawer-record.ts';
import { useOpenRecord } from '../../../../ui/form/use-open-record.ts';
import { useVersion } from '../../../../ui/form/use-version.ts';
import { validateBy } from '../../../../ui/form/validate-by.ts';
import type { Coordinates } from '../../../../ui/map/geodesy.ts';
import { PlaceField } from '../../../../ui/map/place-field.tsx';
import { refreshRoutes } from '../../../../api/refresh-records.ts';

/** The form of a new depot, or of the open one. */
export function DepotDrawer() {
  const { t } = useTranslation();
  const { opened, close } = useOpenRecord();
  const { shown, isNew, drawer } = useDrawerRecord(
    opened,
    (id) => callQuery('get-depot-by-id', { id }),
    ({ depot }) => depot,
  );
  return (
    <RecordDrawer {...drawer} title={isNew ? t('routes.depot.new') : (shown.record?.name ?? ' ')} onClose={close}>
      <DepotForm key={shown.opened} depot={isNew ? undefined : shown.record} onClose={close} />
    </RecordDrawer>
  );
}

interface Values extends Record<string, unknown> {
  name: string;
  place: Coordinates | null;
  radiusM: number | null;
}

const valuesOf = (depot: Depot | undefined): Values => ({
  name: depot?.name ?? '',
  place: depot?.place ?? null,
  radiusM: depot?.radiusM ?? DEPOT_M.usual,
});

const validate = validateBy(depotOperations['save-depot'].input);

function DepotForm({ depot, onClose }: { depot: Depot | undefined; onClose: () => void }) {
  const { t } = useTranslation();
  const label = (field: string) => t(field === 'name' ? 'routes.field.name' : `routes.depot.${field}`);
  const maySave = useMay('routes', depot ? 'edit' : 'create');
  const mayDelete = useMay('routes', 'delete');
  const version = useVersion(depot, async (id) => (await call('get-depot-by-id', { id })).depot, valuesOf);
  const record = useClosingForm({
    initialValues: valuesOf(depot),
    validate,
    save: ({ name, place, radiusM }) =>
      call('save-depot', {
        name,
        // Validated above: a depot without coordinates is not sent.
        place: place ?? { lat: 0, lon: 0 },
        ...(radiusM !== null && { radiusM }),
        ...version.sent(),
      }),
    readAgain: version.readAgain,
    savedText: ({ depot: saved }) => t('form.saved', { name: saved.name }),
    onChanged: refreshRoutes,
    onClose: () => onClose(),
  });
  const { form } = record;
  const remove = ({ id, name }: Depot) =>
    record.remove({
      name,
      consequence: t('routes.depot.delete-text'),
      remove: () => call('delete-depot', { id }),
      restore: () => call('restore-depot', { id }),
    });
  return (
    <RecordForm
      record={record}
      fieldWords={{ label, value: (_field, value) => (isPlace(value) ? coordinates(value) : undefined) }}
      readOnly={!maySave}
      onCancel={onClose}
      onDelete={depot && mayDelete ? () => remove(depot) : undefined}
    >
      <TextInput
        {...form.getInputProps('name')}
        label={label('name')}
        withAsterisk
        required
        maxLength={80}
        data-autofocus
      />
      <PlaceField
        label={label('place')}
        description={maySave ? t('routes.depot.place-hint') : ''}
        mapLabel={t('routes.depot.place-map')}
        removeLabel={t('routes.depot.place-remove')}
        value={form.values.place}
        onChange={(place) => maySave && form.setFieldValue('place', place)}
      />
      {form.errors['place'] && <Input.Error role="alert">{form.errors['place']}</Input.Error>}
      <NumberField
        label={label('radiusM')}
        unit={metreUnit()}
        value={form.values.radiusM}
        error={form.errors['radiusM']}
        onChange={(value) => form.setFieldValue('radiusM', value)}
      />
    </RecordForm>
  );
}

const isPlace = (value: unknown): value is Coordinates =>
  typeof value === 'object' && value !== null && 'lat' in value && 'lon' in value;
