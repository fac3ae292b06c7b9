import { OUTLET_CLASSES, OUTLET_STATES } from '@milepost/contract/outlet-kinds';
import { outletOperations, type Outlet } from '@milepost/contract/outlet-operations';
import { Select, SimpleGrid, Switch, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { useMay } from '../../../api/setup.ts';
import { useCall } from '../../../api/use-call.ts';
import { coordinates } from '../../../text/coordinates.ts';
import { metreUnit, minuteUnit } from '../../../text/format.ts';
import { NumberField } from '../../../ui/form/number-field.tsx';
import { RecordForm } from '../../../ui/form/record-form.tsx';
import { useClosingForm } from '../../../ui/form/use-closing-form.ts';
import { useVersion } from '../../../ui/form/use-version.ts';
import { validateBy } from '../../../ui/form/validate-by.ts';
import type { BaseMap } from '../../../ui/map/base-map.ts';
import type { Coordinates } from '../../../ui/map/geodesy.ts';
import { PlaceField } from '../../../ui/map/place-field.tsx';
import { OwnFieldsSection } from '../../../ui/own-fields/own-fields-section.tsx';
import { useOwnFields, valuesOf } from '../../../ui/own-fields/own-values.ts';
import { Section } from '../../../ui/section/section.tsx';
import { HoursField } from '../../../ui/weekly-hours/hours-field.tsx';
import { hoursText } from '../../../ui/weekly-hours/hours-text.ts';
import { officeHours } from '../../../ui/weekly-hours/hours.ts';
import { ArrivalArea } from './arrival-area.tsx';
import { OffshoreNote } from './offshore-note.tsx';
import classes from './outlets-page.module.css';
import { labelKey, outletValues } from './outlet-values.ts';
import { refreshOutlets } from '../../../api/refresh-records.ts';

interface Props {
  /** Undefined for a new outlet. */
  outlet: Outlet | undefined;
  onClose: () => void;
  onRemoved?: (() => void) | undefined;
}

const validate = validateBy(outletOperations['save-outlet'].input);

export default function OutletForm({ outlet, onClose, onRemoved }: Props) {
  const { t } = useTranslation();
  const label = (field: string) => t(labelKey(field));
  const maySave = useMay('outlets', outlet === undefined ? 'create' : 'edit');
  const mayDelete = useMay('outlets', 'delete');
  const fields = useOwnFields('outlet', outlet?.id);
  const territories = useCall('get-territory-list', {});
  const version = useVersion(outlet, async (id) => (await call('get-outlet-by-id', { id })).outlet, outletValues);
  const record = useClosingForm({
    initialValues: outletValues(outlet),
    // Custom fields are validated by the server, which has their definitions.
    validate: ({ own: _own, area, ...values }) => validate({ ...values, area: area && area.length > 2 ? area : null }),
    save: ({ own, radiusM, area, ...values }) =>
      call('save-outlet', {
        ...values,
        // An unfinished area counts as none.
        area: values.place && area && area.length > 2 ? area : null,
        ...(radiusM !== null && { radiusM }),
        ...(fields && { own: valuesOf(own, fields) }),
        ...version.sent(),
      }),
    readAgain: version.readAgain,
    savedText: ({ outlet: saved }) => t('form.saved', { name: saved.name }),
    onChanged: refreshOutlets,
    onClose(saved) {
      if (!saved && onRemoved) onRemoved();
      else onClose();
    },
  });
  const { form } = record;
  const [map, setMap] = useState<BaseMap | null>(null);
  const [bar, setBar] = useState<HTMLElement | null>(null);
  const [drawing, setDrawing] = useState(false);
  const choosePlace = (place: Coordinates | null) => {
    // While an area is drawn, a click sets one of its corners.
    if (!maySave || (drawing && place !== null)) return;
    setDrawing(false);
    form.setFieldValue('place', place);
  };
  const number = (field: 'radiusM' | 'serviceMin' | 'visitsPerWeek') => ({
    label: label(field),
    value: form.values[field],
    error: form.errors[field],
    onChange: (value: number | null) => form.setFieldValue(field, value),
  });
  function wordOf(field: string, value: unknown): string | undefined {
    if (field === 'state') return t(`outlets.state.${String(value)}`);
    if (field === 'handTerritoryId') return territories.data?.rows.find(({ id }) => id === value)?.name;
    if (field === 'place' && isPlace(value)) return coordinates(value);
    if (field === 'area') return t(value === null ? 'outlets.area-circle' : 'outlets.area-drawn');
    return field === 'hours' && Array.isArray(value) ? hoursText(value) : undefined;
  }
  const remove = ({ id, name }: Outlet) =>
    record.remove({
      name,
      consequence: t('outlets.delete-text'),
      remove: () => call('delete-outlet', { id }),
      restore: () => call('restore-outlet', { id }),
    });
  return (
    <RecordForm
      record={record}
      fieldWords={{ label, value: wordOf }}
      readOnly={!maySave}
      onCancel={onClose}
      onDelete={outlet && mayDelete ? () => remove(outlet) : undefined}
    >
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <TextInput
          {...form.getInputProps('code')}
          label={label('code')}
          withAsterisk
          required
          maxLength={30}
          data-autofocus
        />
        <TextInput {...form.getInputProps('name')} label={label('name')} withAsterisk required maxLength={100} />
        <Select
          {...form.getInputProps('class')}
          label={label('class')}
          description={t('outlets.class-hint')}
          clearable
          allowDeselect={false}
          data={[...OUTLET_CLASSES]}
        />
        <Select
          {...form.getInputProps('state')}
          label={label('state')}
          description={t('outlets.state-hint')}
          allowDeselect={false}
          data={OUTLET_STATES.map((value) => ({ value, label: t(`outlets.state.${value}`) }))}
        />
      </SimpleGrid>
      <Select
        {...form.getInputProps('handTerritoryId')}
        label={label('handTerritoryId')}
        placeholder={t('outlets.by-place')}
        clearable
        allowDeselect={false}
        searchable
        data={(territories.data?.rows ?? []).map((one) => ({ value: one.id, label: one.name }))}
      />
      <Textarea {...form.getInputProps('address')} label={label('address')} autosize minRows={2} maxLength={300} />
      <PlaceField
        label={label('place')}
        description={maySave ? t('outlets.place-hint') : ''}
        mapLabel={t('outlets.place-map')}
        removeLabel={t('outlets.place-remove')}
        value={form.values.place}
        onChange={choosePlace}
        onMap={setMap}
      >
        <div ref={setBar} className={classes['bar']} />
      </PlaceField>
      <OffshoreNote place={form.values.place} />
      {form.values.place && (
        <ArrivalArea
          map={map}
          bar={bar}
          place={form.values.place}
          area={form.values.area}
          drawing={drawing}
          readOnly={!maySave}
          error={form.errors['area']}
          onDrawing={setDrawing}
          onChange={(area) => form.setFieldValue('area', area)}
        />
      )}
      <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="sm">
        {form.values.area === null && <NumberField {...number('radiusM')} unit={metreUnit()} />}
        <NumberField {...number('serviceMin')} unit={minuteUnit()} />
        <NumberField {...number('visitsPerWeek')} decimals={2} />
      </SimpleGrid>
      <Section title={label('hours')}>
        <Switch
          label={t('outlets.hours-known')}
          checked={form.values.hours !== null}
          onChange={({ currentTarget }) => form.setFieldValue('hours', currentTarget.checked ? officeHours() : null)}
        />
        {form.values.hours && (
          <HoursField
            label={label('hours')}
            value={form.values.hours}
            onChange={(hours) => form.setFieldValue('hours', hours)}
          />
        )}
      </Section>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <TextInput {...form.getInputProps('contactName')} label={label('contactName')} maxLength={80} />
        <TextInput {...form.getInputProps('phone')} label={label('phone')} type="tel" maxLength={30} />
      </SimpleGrid>
      <OwnFieldsSection
        fields={fields}
        draft={form.values.own}
        onChange={(own) => form.setFieldValue('own', own)}
        errors={form.errors}
      />
      <Textarea {...form.getInputProps('note')} label={label('note')} autosize minRows={2} maxLength={2000} />
    </RecordForm>
  );
}

const isPlace = (value: unknown): value is Coordinates =>
  typeof value === 'object' && value !== null && 'lat' in value && 'lon' in value;
