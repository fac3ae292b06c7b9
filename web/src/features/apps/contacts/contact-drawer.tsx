import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../api/use-call.ts';
import { RecordDrawer } from '../../../ui/form/record-drawer.tsx';
import { useDrawerRecord } from '../../../ui/form/use-drawer-record.ts';
import { useOpenRecord } from '../../../ui/form/use-open-record.ts';
import { CONTACT_KINDS, type ContactKind } from '@milepost/contract/contact-kinds';
import { contactOperations, type Contact } from '@milepost/contract/contact-operations';
import { Select, TagsInput, Textarea, TextInput } from '@mantine/core';
import { call } from '../../../api/call.ts';
import { useMay } from '../../../api/setup.ts';
import { coordinates } from '../../../text/coordinates.ts';
import { RecordForm } from '../../../ui/form/record-form.tsx';
import { useClosingForm } from '../../../ui/form/use-closing-form.ts';
import { useVersion } from '../../../ui/form/use-version.ts';
import { validateBy } from '../../../ui/form/validate-by.ts';
import type { Coordinates } from '../../../ui/map/geodesy.ts';
import { PlaceField } from '../../../ui/map/place-field.tsx';
import { listText } from '../../../text/list-text.ts';
import { refreshContacts } from '../../../api/refresh-records.ts';

/** The form of a new contact, or of the open one. */
export default function ContactDrawer() {
  const { t } = useTranslation();
  const { opened, close } = useOpenRecord();
  const { shown, isNew, drawer } = useDrawerRecord(
    opened,
    (id) => callQuery('get-contact-by-id', { id }),
    ({ contact }) => contact,
  );
  return (
    <RecordDrawer
      {...drawer}
      title={isNew ? t('contacts.new') : (shown.record?.name ?? ' ')}
      onClose={close}
      size={500}
    >
      <ContactForm key={shown.opened} contact={isNew ? undefined : shown.record} onClose={close} />
    </RecordDrawer>
  );
}

interface Props {
  /** Undefined for a new contact. */
  contact: Contact | undefined;
  onClose: () => void;
}

interface Values extends Record<string, unknown> {
  kind: ContactKind;
  name: string;
  phones: string[];
  emails: string[];
  address: string;
  place: Coordinates | null;
  note: string;
}

const valuesOf = (contact: Contact | undefined): Values => ({
  kind: contact?.kind ?? 'vendor',
  name: contact?.name ?? '',
  phones: contact?.phones ?? [],
  emails: contact?.emails ?? [],
  address: contact?.address ?? '',
  place: contact?.place ?? null,
  note: contact?.note ?? '',
});

const validate = validateBy(contactOperations['save-contact'].input);
const MAX_WAYS = 5;

function ContactForm({ contact, onClose }: Props) {
  const { t } = useTranslation();
  const label = (key: string) => t(`contacts.${key === 'kind' ? 'kind-label' : key}`);
  const maySave = useMay('contacts', contact === undefined ? 'create' : 'edit');
  const mayDelete = useMay('contacts', 'delete');
  const version = useVersion(contact, async (id) => (await call('get-contact-by-id', { id })).contact, valuesOf);
  const record = useClosingForm({
    initialValues: valuesOf(contact),
    validate,
    save: (values) => call('save-contact', { ...values, ...version.sent() }),
    readAgain: version.readAgain,
    savedText: ({ contact: saved }) => t('form.saved', { name: saved.name }),
    onChanged: refreshContacts,
    onClose,
  });
  const { form } = record;
  function wordOf(name: string, value: unknown): string | undefined {
    if (name === 'kind') return t(`contacts.kind.${String(value)}`);
    if (name === 'place' && isPlace(value)) return coordinates(value);
    return Array.isArray(value) ? listText(value) : undefined;
  }
  const ways = (name: 'phones' | 'emails') => ({
    ...form.getInputProps(name),
    label: label(name),
    description: label('phones-hint'),
    maxTags: MAX_WAYS,
    splitChars: [',', ';'],
    // The error of an entry is at its own index in the list.
    error: Object.entries(form.errors).find(([path]) => path.split('.')[0] === name)?.[1],
  });
  const remove = ({ id, name }: Contact) =>
    record.remove({
      name,
      consequence: t('contacts.delete-text'),
      remove: () => call('delete-contact', { id }),
      restore: () => call('restore-contact', { id }),
    });
  return (
    <RecordForm
      record={record}
      fieldWords={{ label, value: wordOf }}
      readOnly={!maySave}
      onCancel={onClose}
      onDelete={contact && mayDelete ? () => remove(contact) : undefined}
    >
      <TextInput {...form.getInputProps('name')} label={label('name')} withAsterisk maxLength={100} data-autofocus />
      <Select
        {...form.getInputProps('kind')}
        label={label('kind')}
        allowDeselect={false}
        data={CONTACT_KINDS.map((value) => ({ value, label: t(`contacts.kind.${value}`) }))}
      />
      <TagsInput {...ways('phones')} />
      <TagsInput {...ways('emails')} />
      <Textarea {...form.getInputProps('address')} label={label('address')} autosize minRows={2} maxLength={300} />
      <PlaceField
        label={label('place')}
        description={maySave ? label('place-hint') : ''}
        mapLabel={label('place-map')}
        removeLabel={label('place-remove')}
        value={form.values.place}
        onChange={(place) => maySave && form.setFieldValue('place', place)}
      />
      <Textarea {...form.getInputProps('note')} label={label('note')} autosize minRows={2} maxLength={2000} />
    </RecordForm>
  );
}

const isPlace = (value: unknown): value is Coordinates =>
  typeof value === 'object' && value !== null && 'lat' in value && 'lon' in value;
