import { type JsonMessage, type JsonProfile, jsonProfileRoutes } from '@milepost/contract/json-profile-routes';
import { Button, Group, Modal, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useDebouncedValue, useMediaQuery } from '@mantine/hooks';
import { keepPreviousData, useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { CallError } from '../../../api/call-error.ts';
import { refresh } from '../../../api/refresh.ts';
import { useCall } from '../../../api/use-call.ts';
import { visible } from '../../../text/visible.ts';
import { Alert } from '../../../ui/alert/alert.tsx';
import { errorText } from '../../../ui/error-text.ts';
import { validateBy } from '../../../ui/form/validate-by.ts';
import { tell } from '../../../ui/toast/tell.ts';
import { Decoded } from './decoded.tsx';
import { draftOf, EMPTY_DRAFT, filterFor, type JsonDraft, mappingOf } from './json-draft.ts';
import { JsonFields } from './json-fields.tsx';
import { JsonOptions } from './json-options.tsx';
import own from './json.module.css';

const validate = validateBy(jsonProfileRoutes['save-json-profile'].input);
const MOST_TOPIC = 200;
const MOST_TEXT = 16_384;

interface Props {
  /** The one to change; null: a new one. */
  profile: JsonProfile | null;
  /** The message to click on; null: none arrived, one can be pasted. */
  message: JsonMessage | null;
  onClose: () => void;
}

/** Says what the fields of a JSON message mean, by clicking on them, and shows at once what it would mean. */
export function JsonProfileDialog({ profile, message, onClose }: Props) {
  const { t } = useTranslation();
  const label = (key: string) => t(`settings.connect.json.${key}`);
  const isNarrow = useMediaQuery('(max-width: 767.98px)');
  const [topic, setTopic] = useState(message?.topic ?? '');
  const [text, setText] = useState(message?.text ?? '');
  const [draft, setDraft] = useState<JsonDraft>(profile ? draftOf(profile.mapping) : EMPTY_DRAFT);
  const [name, setName] = useState(profile?.name ?? '');
  /** Null: what follows from the topic. */
  const [typedFilter, setTypedFilter] = useState<string | null>(profile?.filter ?? null);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const filter = typedFilter ?? filterFor(topic, draft);
  const mapping = mappingOf(draft);

  const [asked] = useDebouncedValue({ topic, message: text, mapping }, 150);
  // What is being typed into a name of an attribute may be none yet.
  const isAsked = asked.topic.trim() !== '' && asked.message !== '' && !hasNamelessAttribute(asked.mapping);
  const preview = useCall('get-json-preview', asked, { enabled: isAsked, placeholderData: keepPreviousData });
  const { fields = [], identity = null, decoded = null } = preview.data ?? {};

  const mutation = useMutation({
    mutationFn: (values: Parameters<typeof call<'save-json-profile'>>[1]) => call('save-json-profile', values),
    onSuccess() {
      refresh('get-json-profile-list');
      tell(t('form.saved', { name }));
      onClose();
    },
    onError(error) {
      if (error instanceof CallError) setErrors(error.fields);
    },
  });
  function save() {
    const values = { ...(profile && { id: profile.id }), name, filter, mapping };
    const faults = validate(values);
    setErrors(faults);
    if (mapping && Object.keys(faults).length === 0) mutation.mutate({ ...values, mapping });
  }
  const { error } = mutation;
  const atField = error instanceof CallError && Object.keys(error.fields).length > 0;

  return (
    <Modal
      opened
      onClose={onClose}
      size={1040}
      fullScreen={isNarrow ?? false}
      title={profile ? t('settings.connect.json.edit-name', { name: profile.name }) : label('new')}
      closeButtonProps={{ 'aria-label': t('form.close') }}
    >
      <div className={own.columns}>
        <section aria-label={label('message')}>
          <h3 className={own.heading}>{label('click')}</h3>
          {!message && (
            <Stack gap="xs" mb="sm">
              <TextInput
                label={label('topic')}
                maxLength={MOST_TOPIC}
                value={topic}
                onChange={(event) => setTopic(event.currentTarget.value)}
                classNames={{ input: 'mono' }}
              />
              <Textarea
                label={label('message')}
                description={label('paste')}
                autosize
                minRows={3}
                maxRows={8}
                maxLength={MOST_TEXT}
                value={text}
                onChange={(event) => setText(event.currentTarget.value)}
                classNames={{ input: 'mono' }}
              />
            </Stack>
          )}
          <JsonFields topic={topic} fields={isAsked ? fields : []} draft={draft} onChange={setDraft} />
        </section>
        <Stack gap="md">
          <JsonOptions draft={draft} onChange={setDraft} errors={errors} />
          <section aria-label={label('preview')} aria-live="polite">
            <h3 className={own.heading}>{label('preview')}</h3>
            {preview.error && <Alert type="danger">{errorText(t, preview.error)}</Alert>}
            {identity !== null && (
              <Text size="sm">
                {label('meaning.device')}: <strong className="mono">{visible(identity)}</strong>
              </Text>
            )}
            {isAsked && decoded ? <Decoded decoded={decoded} /> : <Text c="dimmed">–</Text>}
          </section>
          {error !== null && !atField && <Alert type="danger">{errorText(t, error)}</Alert>}
          {errors['mapping.identity.level'] !== undefined && (
            <Alert type="danger">{errors['mapping.identity.level']}</Alert>
          )}
          <TextInput
            label={label('name')}
            maxLength={60}
            withAsterisk
            value={name}
            error={errors['name']}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <TextInput
            label={label('filter')}
            description={label('filter-text')}
            maxLength={MOST_TOPIC}
            withAsterisk
            value={filter}
            error={errors['filter']}
            onChange={(event) => setTypedFilter(event.currentTarget.value)}
            classNames={{ input: 'mono' }}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('form.cancel')}
            </Button>
            <Button onClick={save} disabled={!mapping} loading={mutation.isPending}>
              {t('form.save')}
            </Button>
          </Group>
        </Stack>
      </div>
    </Modal>
  );
}

const hasNamelessAttribute = (mapping: ReturnType<typeof mappingOf>): boolean =>
  mapping !== null && mapping.attributes.some(({ name }) => !/^[A-Za-z][A-Za-z0-9_]*$/.test(name));
