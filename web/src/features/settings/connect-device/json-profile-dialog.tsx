import { type JsonMessage, type JsonProfile, jsonProfileOperations } from '@milepost/contract/json-profile-operations';
import { Stack, Textarea, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { CallError } from '../../../api/call-error.ts';
import { refresh } from '../../../api/refresh.ts';
import { useCall } from '../../../api/use-call.ts';
import { Alert } from '../../../ui/alert/alert.tsx';
import { rowWith } from '../../../ui/form/row-with.ts';
import { validateBy } from '../../../ui/form/validate-by.ts';
import { notify } from '../../../ui/toast/notify.ts';
import { draftOf, EMPTY_DRAFT, filterFor, type JsonDraft, mappingOf } from './json-draft.ts';
import { JsonFields } from './json-fields.tsx';
import { JsonOptions } from './json-options.tsx';
import { ProfileDialog } from './profile-dialog.tsx';
import { useProfileVersion } from './use-profile-version.ts';

const validate = validateBy(jsonProfileOperations['save-json-profile'].input);
const MAX_TOPIC = 200;
const MAX_TEXT = 16_384;

interface Values extends Record<string, unknown> {
  name: string;
  filter: string | null;
  draft: JsonDraft;
}

const valuesOf = ({ name, filter, mapping }: JsonProfile): Values => ({ name, filter, draft: draftOf(mapping) });

interface Props {
  /** The profile to edit; null for a new one. */
  profile: JsonProfile | null;
  /** The message to click on; null if none has arrived yet, in which case one can be pasted. */
  message: JsonMessage | null;
  onClose: () => void;
}

/** Defines the meanings of a JSON message's fields by clicks on them, and shows the decoded result immediately. */
export function JsonProfileDialog({ profile, message, onClose }: Props) {
  const { t } = useTranslation();
  const label = (key: string) => t(`settings.connect.json.${key}`);
  const [shown, setShown] = useState(message);
  const [typed, setTyped] = useState({ topic: '', text: '' });
  // A message that arrives before anything was typed is used; a later one would move the fields under the click.
  if (shown === null && message !== null && typed.topic === '' && typed.text === '') setShown(message);
  const { topic, text } = shown ?? typed;
  const [draft, setDraft] = useState<JsonDraft>(profile ? draftOf(profile.mapping) : EMPTY_DRAFT);
  const [name, setName] = useState(profile?.name ?? '');
  /** Null for the filter that follows from the topic. */
  const [typedFilter, setTypedFilter] = useState<string | null>(profile?.filter ?? null);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const filter = typedFilter ?? filterFor(topic, draft);
  const mapping = mappingOf(draft);

  const [debounced] = useDebouncedValue({ topic, message: text, mapping }, 150);
  // A name of an attribute that is being typed can still be invalid.
  const isComplete =
    debounced.topic.trim() !== '' && debounced.message !== '' && !hasNamelessAttribute(debounced.mapping);
  const preview = useCall('get-json-preview', debounced, { enabled: isComplete, placeholderData: keepPreviousData });
  const { fields = [], identity = null, decoded = null } = preview.data ?? {};

  const version = useProfileVersion({
    profile,
    valuesOf,
    held: { name, filter: typedFilter, draft },
    put(values) {
      setName(values.name);
      setTypedFilter(values.filter);
      setDraft(values.draft);
    },
    read: async (id) => rowWith((await call('get-json-profile-list', {})).profiles, id),
  });
  const mutation = useMutation({
    mutationFn: (values: Parameters<typeof call<'save-json-profile'>>[1]) => call('save-json-profile', values),
    onSuccess() {
      refresh('get-json-profile-list');
      notify(t('form.saved', { name }));
      onClose();
    },
    onError(error) {
      if (!version.take(error) && error instanceof CallError) setErrors(error.fields);
    },
  });
  function save() {
    const values = { ...version.sent, name, filter, mapping };
    const faults = validate(values);
    setErrors(faults);
    if (mapping && Object.keys(faults).length === 0) mutation.mutate({ ...values, mapping });
  }
  return (
    <ProfileDialog
      title={profile ? t('settings.connect.profile.edit-name', { name: profile.name }) : label('new')}
      sent={label('message')}
      click={label('click')}
      fields={
        <>
          {!shown && (
            <Stack gap="xs" mb="sm">
              <TextInput
                label={label('topic')}
                maxLength={MAX_TOPIC}
                value={topic}
                onChange={(event) => setTyped({ ...typed, topic: event.currentTarget.value })}
                classNames={{ input: 'mono' }}
              />
              <Textarea
                label={label('message')}
                description={label('paste')}
                autosize
                minRows={3}
                maxRows={8}
                maxLength={MAX_TEXT}
                value={text}
                onChange={(event) => setTyped({ ...typed, text: event.currentTarget.value })}
                classNames={{ input: 'mono' }}
              />
            </Stack>
          )}
          <JsonFields topic={topic} fields={isComplete ? fields : []} draft={draft} onChange={setDraft} />
        </>
      }
      options={<JsonOptions draft={draft} onChange={setDraft} errors={errors} />}
      device={label('meaning.device')}
      identity={identity}
      decoded={isComplete ? decoded : null}
      previewTitle={label('preview')}
      previewError={preview.error}
      errors={errors}
      error={mutation.error}
      meanwhile={version.meanwhile}
      fieldWords={{
        label: (field) =>
          field === 'name' ? t('settings.connect.profile.name') : label(field === 'draft' ? 'preview' : field),
        value: (field) => (field === 'draft' ? null : undefined),
      }}
      name={name}
      onName={setName}
      isSaving={mutation.isPending}
      onSave={mapping ? save : null}
      onClose={onClose}
    >
      {errors['mapping.identity.level'] !== undefined && (
        <Alert type="danger">{errors['mapping.identity.level']}</Alert>
      )}
      <TextInput
        label={label('filter')}
        description={label('filter-text')}
        maxLength={MAX_TOPIC}
        withAsterisk
        value={filter}
        error={errors['filter']}
        onChange={(event) => setTypedFilter(event.currentTarget.value)}
        classNames={{ input: 'mono' }}
      />
    </ProfileDialog>
  );
}

const hasNamelessAttribute = (mapping: ReturnType<typeof mappingOf>): boolean =>
  mapping !== null && mapping.attributes.some(({ name }) => !/^[A-Za-z][A-Za-z0-9_]*$/.test(name));
