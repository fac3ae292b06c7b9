import { PLACE_CATEGORIES, type PlaceCategory } from '@milepost/contract/place-kinds';
import { placeOperations, type PlaceOfInterest } from '@milepost/contract/place-operations';
import { Group, Select, Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { refresh } from '../../api/refresh.ts';
import { useMay } from '../../api/setup.ts';
import { ColorField } from '../../ui/color-field/color-field.tsx';
import { RecordForm } from '../../ui/form/record-form.tsx';
import { rowWith } from '../../ui/form/row-with.ts';
import { useClosingForm } from '../../ui/form/use-closing-form.ts';
import { useVersion } from '../../ui/form/use-version.ts';
import type { Coordinates } from '../../ui/map/geodesy.ts';
import { validateBy } from '../../ui/form/validate-by.ts';
import { NumberInput } from '../../ui/form/number-input.tsx';

interface Values extends Record<string, unknown> {
  name: string;
  category: PlaceCategory;
  colour: string;
  note: string;
  lat: number | string;
  lon: number | string;
}

interface Props {
  /** An existing place, or the coordinates of a new one. */
  place: PlaceOfInterest | Coordinates;
  onClose: () => void;
}

const validate = validateBy(placeOperations['save-place'].input);
const digits = (degrees: number) => Number(degrees.toFixed(6));

function valuesOf(place: PlaceOfInterest | Coordinates): Values {
  const known = 'id' in place ? place : null;
  return {
    name: known?.name ?? '',
    category: known?.category ?? 'other',
    colour: known?.colour ?? '#2563d9',
    note: known?.note ?? '',
    lat: digits(place.lat),
    lon: digits(place.lon),
  };
}

/** The form of a place of interest. */
export function PlaceForm({ place, onClose }: Props) {
  const { t } = useTranslation();
  const known = 'id' in place ? place : null;
  const mayCreate = useMay('maps', 'create');
  const mayEdit = useMay('maps', 'edit');
  const mayDelete = useMay('maps', 'delete');
  const version = useVersion(
    known ?? undefined,
    async (id) => rowWith((await call('get-place-list', {})).rows, id),
    valuesOf,
  );
  const record = useClosingForm<Values, { place: PlaceOfInterest }>({
    initialValues: valuesOf(place),
    validate,
    save: (values) =>
      call('save-place', {
        ...values,
        lat: Number(values.lat),
        lon: Number(values.lon),
        ...version.sent(),
      }),
    readAgain: version.readAgain,
    savedText: ({ place: saved }) => t('form.saved', { name: saved.name }),
    onChanged: () => refresh('get-place-list'),
    onClose,
  });
  const { form } = record;

  const remove = (one: PlaceOfInterest) =>
    record.remove({
      name: one.name,
      consequence: t('maps.places.delete-text'),
      remove: () => call('delete-places', { ids: [one.id] }),
      restore: () => call('restore-places', { ids: [one.id] }),
    });
  return (
    <RecordForm
      record={record}
      fieldWords={{
        label: (field) => t(`maps.places.${field}`),
        value: (field, value) => (field === 'category' ? t(`maps.category.${String(value)}`) : undefined),
      }}
      readOnly={known ? !mayEdit : !mayCreate}
      onCancel={onClose}
      onDelete={known && mayDelete ? () => remove(known) : undefined}
    >
      <TextInput
        {...form.getInputProps('name')}
        label={t('maps.places.name')}
        withAsterisk
        maxLength={80}
        data-autofocus
      />
      <Select
        label={t('maps.places.category')}
        allowDeselect={false}
        data={PLACE_CATEGORIES.map((category) => ({
          value: category as string,
          label: t(`maps.category.${category}`),
        }))}
        value={form.values.category}
        onChange={(value) =>
          form.setFieldValue('category', PLACE_CATEGORIES.find((category) => category === value) ?? 'other')
        }
      />
      <ColorField
        label={t('maps.places.colour')}
        value={form.values.colour}
        error={form.errors['colour']}
        onChange={(colour) => form.setFieldValue('colour', colour)}
      />
      <Group grow align="start">
        <NumberInput negative plain rounds {...form.getInputProps('lat')} label={t('maps.places.lat')} decimals={6} />
        <NumberInput negative plain rounds {...form.getInputProps('lon')} label={t('maps.places.lon')} decimals={6} />
      </Group>
      <Textarea {...form.getInputProps('note')} label={t('maps.places.note')} autosize minRows={2} maxLength={500} />
    </RecordForm>
  );
}
