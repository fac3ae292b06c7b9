import { FUEL_KINDS, OWNERSHIPS, VEHICLE_STATUSES } from '@milepost/contract/vehicle-kinds';
import type { Vehicle } from '@milepost/contract/vehicle-operations';
import { Select, SimpleGrid, TagsInput, Text, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../api/use-call.ts';
import { DateField } from '../../ui/date-picker/date-field.tsx';
import { MomentInput } from '../../ui/date-picker/moment-input.tsx';
import { CreatableSelect } from '../../ui/form/creatable-select.tsx';
import { NumberField } from '../../ui/form/number-field.tsx';
import { Section } from '../../ui/section/section.tsx';
import { detailLabel, detailUnit } from './vehicle-details.ts';
import type { VehicleValues } from './vehicle-values.ts';

type Form = UseFormReturnType<VehicleValues>;
type NumberName = 'year' | 'tankL' | 'ratedLPer100Km' | 'idleLPerH' | 'loadKg' | 'loadM3' | 'loadCrates';

interface Props {
  form: Form;
  vehicle: Vehicle | undefined;
}

const TWO = { cols: { base: 1, xs: 2 }, spacing: 'sm' } as const;

function Amount({
  form,
  name,
  decimals = 0,
  plain = false,
}: {
  form: Form;
  name: NumberName;
  decimals?: number;
  plain?: boolean;
}) {
  const { t } = useTranslation();
  return (
    <NumberField
      {...form.getInputProps(name)}
      value={form.values[name]}
      label={detailLabel(t, name)}
      unit={detailUnit(t, name)}
      decimals={decimals}
      plain={plain}
    />
  );
}

/** The service status, and since when. */
export function StatusFields({ form, vehicle }: Props) {
  const { t } = useTranslation();
  const { status, statusSince } = form.values;
  const changes = status !== (vehicle?.status ?? 'in-service');
  return (
    <>
      <SimpleGrid {...TWO}>
        <Select
          label={t('vehicle-record.status')}
          allowDeselect={false}
          data={VEHICLE_STATUSES.map((value) => ({ value, label: t(`vehicle-record.statuses.${value}`) }))}
          value={status}
          error={form.errors['status']}
          onChange={(chosen) => {
            if (chosen === null) return;
            const same = chosen === (vehicle?.status ?? 'in-service');
            form.setValues({ status: chosen, statusSince: same ? (vehicle?.statusSince ?? null) : null });
          }}
        />
        {(changes || statusSince !== null) && (
          <MomentInput
            label={t('vehicle-record.statusSince')}
            timeLabel={t('vehicle-record.time')}
            value={statusSince}
            onChange={(at) => form.setFieldValue('statusSince', at)}
            open={t('vehicle-record.since-now')}
            error={form.errors['statusSince']}
          />
        )}
      </SimpleGrid>
      {(status === 'workshop' || status === 'sold') && (
        <Text size="sm" c="dimmed">
          {t(`vehicle-record.${status}-hint`)}
        </Text>
      )}
    </>
  );
}

/** The recorded details of a vehicle, in sections. */
export function DetailSections({ form }: Pick<Props, 'form'>) {
  const { t } = useTranslation();
  const { data } = useCall('get-vehicle-choices', {});
  const title = (key: string) => t(`vehicle-record.${key}`);
  const label = (field: string) => detailLabel(t, field);
  return (
    <>
      <Section title={title('identity')}>
        <SimpleGrid {...TWO}>
          <TextInput {...form.getInputProps('make')} label={t('vehicle-info.make')} maxLength={50} />
          <TextInput {...form.getInputProps('model')} label={t('vehicle-info.model')} maxLength={50} />
          <Amount form={form} name="year" plain />
          <TextInput {...form.getInputProps('colour')} label={label('colour')} maxLength={30} />
          <TextInput {...form.getInputProps('chassisNumber')} label={t('vehicle-info.chassis-number')} maxLength={30} />
          <TextInput {...form.getInputProps('engineNumber')} label={t('vehicle-info.engine-number')} maxLength={30} />
        </SimpleGrid>
      </Section>
      <Section title={title('engine')}>
        <SimpleGrid {...TWO}>
          <Select
            {...form.getInputProps('fuelKind')}
            label={label('fuelKind')}
            clearable
            data={FUEL_KINDS.map((value) => ({ value, label: t(`vehicle-record.fuel.${value}`) }))}
          />
          <Amount form={form} name="tankL" decimals={1} />
          <Amount form={form} name="ratedLPer100Km" decimals={2} />
          <Amount form={form} name="idleLPerH" decimals={2} />
        </SimpleGrid>
      </Section>
      <Section title={title('load')}>
        <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="sm">
          <Amount form={form} name="loadKg" decimals={1} />
          <Amount form={form} name="loadM3" decimals={2} />
          <Amount form={form} name="loadCrates" />
        </SimpleGrid>
      </Section>
      <Section title={title('use')}>
        <CreatableSelect
          {...form.getInputProps('homePlaceId')}
          label={label('homePlaceId')}
          options={data?.places ?? []}
          total={data?.placesTotal}
        />
        <TagsInput
          {...form.getInputProps('tags')}
          label={label('tags')}
          placeholder={form.values.tags.length === 0 ? title('tags-hint') : ''}
          data={data?.tags ?? []}
          maxTags={20}
        />
      </Section>
      <Section title={title('ownership')}>
        <SimpleGrid {...TWO}>
          <Select
            {...form.getInputProps('ownership')}
            label={label('ownership')}
            clearable
            data={OWNERSHIPS.map((value) => ({ value, label: t(`vehicle-record.owned.${value}`) }))}
          />
          <TextInput {...form.getInputProps('owner')} label={label('owner')} maxLength={80} />
          {form.values.ownership !== 'owned' && (
            <DateField
              {...form.getInputProps('leaseUntil')}
              value={form.values.leaseUntil}
              label={label('leaseUntil')}
              clearable
            />
          )}
        </SimpleGrid>
      </Section>
    </>
  );
}
