import { driverOperations, type Driver } from '@milepost/contract/driver-operations';
import { MultiSelect, Select, SimpleGrid, TagsInput, Text, Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { refresh } from '../../api/refresh.ts';
import { useMay } from '../../api/setup.ts';
import { useCall } from '../../api/use-call.ts';
import { refreshDriver, refreshDriving } from '../../ui/assignment/assignment-of.ts';
import { DateField } from '../../ui/date-picker/date-field.tsx';
import { RecordForm } from '../../ui/form/record-form.tsx';
import { useClosingForm } from '../../ui/form/use-closing-form.ts';
import { useVersion } from '../../ui/form/use-version.ts';
import { validateBy } from '../../ui/form/validate-by.ts';
import { OwnFieldsSection } from '../../ui/own-fields/own-fields-section.tsx';
import { useOwnFields, valuesOf } from '../../ui/own-fields/own-values.ts';
import { Section } from '../../ui/section/section.tsx';
import { DriverTags } from './driver-tags.tsx';
import { driverValues, labelKey } from './driver-values.ts';
import { listText } from '../../text/list-text.ts';

interface Props {
  /** Undefined for a new driver. */
  driver: Driver | undefined;
  onClose: () => void;
  onRemoved?: (() => void) | undefined;
}

const validate = validateBy(driverOperations['save-driver'].input);

function refreshDrivers() {
  refreshDriving();
  refresh('get-driver-choices', 'get-unknown-tags', 'get-vehicle-list', 'get-audit-list');
}

export default function DriverForm({ driver, onClose, onRemoved }: Props) {
  const { t } = useTranslation();
  const label = (key: string) => t(`driver-info.${key}`);
  const maySave = useMay('drivers', driver === undefined ? 'create' : 'edit');
  const mayLink = useMay('users', 'edit');
  const byDocument = driver?.licenceDocumentId != null;
  const mayDelete = useMay('drivers', 'delete');
  const choices = useCall('get-driver-form-choices', driver ? { id: driver.id } : {}, { enabled: maySave });
  const fields = useOwnFields('driver', driver?.id);
  const version = useVersion(driver, async (id) => (await call('get-driver-by-id', { id })).driver, driverValues);
  const record = useClosingForm({
    initialValues: driverValues(driver),
    // Custom fields are validated by the server, which has their definitions.
    validate: ({ own: _own, ...values }) => validate(values),
    save: ({ own, ...values }) =>
      call('save-driver', {
        ...values,
        ...(fields && { own: valuesOf(own, fields) }),
        ...version.sent(),
      }),
    readAgain: version.readAgain,
    savedText: ({ driver: saved }) => t('form.saved', { name: saved.name }),
    onChanged: refreshDrivers,
    onClose(saved) {
      if (saved) refreshDriver();
      if (!saved && onRemoved) onRemoved();
      else onClose();
    },
  });
  const { form } = record;
  const groups = choices.data?.groups ?? driver?.groups ?? [];
  const account = driver?.userId == null ? [] : [{ id: driver.userId, name: driver.userName ?? '' }];
  const linkable = choices.data?.users ?? [];
  const users = [...account.filter((one) => !linkable.some(({ id }) => id === one.id)), ...linkable];

  function fieldValue(field: string, value: unknown): string | undefined {
    if (field === 'groupIds' && Array.isArray(value)) {
      return listText(groups.flatMap(({ id, name }) => (value.includes(id) ? [name] : [])));
    }
    if (field === 'userId') return users.find(({ id }) => id === value)?.name;
    return field === 'licenceClasses' && Array.isArray(value) ? listText(value) : undefined;
  }

  const remove = ({ id, name }: Driver) =>
    record.remove({
      name,
      consequence: label('delete-text'),
      remove: () => call('delete-driver', { id }),
      restore: () => call('restore-driver', { id }),
    });
  return (
    <RecordForm
      record={record}
      fieldWords={{ label: (field) => t(labelKey(field)), value: fieldValue }}
      readOnly={!maySave}
      onCancel={onClose}
      onDelete={driver && mayDelete ? () => remove(driver) : undefined}
    >
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <TextInput
          {...form.getInputProps('name')}
          label={label('name')}
          withAsterisk
          required
          maxLength={80}
          data-autofocus
        />
        <TextInput {...form.getInputProps('number')} label={label('number')} maxLength={30} />
        <TextInput {...form.getInputProps('phone')} label={label('phone')} type="tel" maxLength={30} />
        <TextInput {...form.getInputProps('email')} label={label('email')} type="email" maxLength={200} />
      </SimpleGrid>
      <Section title={label('licence-label')}>
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
          <TextInput
            {...form.getInputProps('licenceNumber')}
            label={label('licence-number')}
            maxLength={40}
            disabled={byDocument}
          />
          <DateField
            {...form.getInputProps('licenceExpiresOn')}
            value={form.values.licenceExpiresOn}
            label={label('licence-until')}
            clearable
            disabled={byDocument}
          />
        </SimpleGrid>
        {byDocument && (
          <Text size="sm" c="dimmed">
            {t('driver-info.licence.by-document')}
          </Text>
        )}
        <TagsInput
          {...form.getInputProps('licenceClasses')}
          label={label('licence-classes')}
          placeholder={form.values.licenceClasses.length === 0 ? label('licence-classes-hint') : ''}
          data={['A', 'B', 'C', 'CE', 'D', 'DE']}
          maxTags={20}
        />
      </Section>
      <Section title={label('tags')}>
        <DriverTags
          tags={form.values.tags}
          onChange={(tags) => form.setFieldValue('tags', tags)}
          errors={form.errors}
          readOnly={!maySave}
        />
      </Section>
      <Section title={label('work')}>
        <MultiSelect
          {...form.getInputProps('groupIds')}
          label={label('groups')}
          searchable
          hidePickedOptions
          data={groups.map(({ id, name }) => ({ value: id, label: name }))}
        />
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
          <DateField
            {...form.getInputProps('hiredOn')}
            value={form.values.hiredOn}
            label={label('hired-on')}
            clearable
          />
          <DateField {...form.getInputProps('leftOn')} value={form.values.leftOn} label={label('left-on')} clearable />
        </SimpleGrid>
        <Select
          {...form.getInputProps('userId')}
          label={label('account')}
          description={label(mayLink ? 'account-hint' : 'account-by-others')}
          disabled={!mayLink}
          searchable
          clearable
          data={users.map(({ id, name }) => ({ value: id, label: name }))}
        />
      </Section>
      <Section title={label('emergency')}>
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
          <TextInput {...form.getInputProps('emergencyName')} label={label('emergency-name')} maxLength={80} />
          <TextInput
            {...form.getInputProps('emergencyPhone')}
            label={label('emergency-phone')}
            type="tel"
            maxLength={30}
          />
        </SimpleGrid>
      </Section>
      <OwnFieldsSection
        fields={fields}
        draft={form.values.own}
        onChange={(own) => form.setFieldValue('own', own)}
        errors={form.errors}
      />
      <Textarea {...form.getInputProps('note')} label={label('note')} autosize minRows={2} maxLength={500} />
    </RecordForm>
  );
}
