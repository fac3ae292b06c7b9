import {
  LAYOUT_MEANINGS,
  type LayoutProfile,
  layoutProfileOperations,
  LONGEST_LAYOUT_FRAME,
} from '@milepost/contract/layout-profile-operations';
import { Button, Text, Textarea, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSparkles } from '@tabler/icons-react';
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
import { detectLayout } from './detect-layout.ts';
import { draftOf, emptyDraft, type LayoutDraft, profileOf, separatorOf } from './layout-draft.ts';
import { LayoutFields } from './layout-fields.tsx';
import { LayoutOptions } from './layout-options.tsx';
import { ProfileDialog } from './profile-dialog.tsx';
import { useProfileVersion } from './use-profile-version.ts';
import own from './profiles.module.css';

const validate = validateBy(layoutProfileOperations['save-layout-profile'].input);
const LONGEST_WORD = 40;

interface Values extends Record<string, unknown> {
  name: string;
  draft: LayoutDraft;
}

const valuesOf = (profile: LayoutProfile): Values => ({ name: profile.name, draft: draftOf(profile) });

interface Props {
  /** The profile to edit; null for a new one. */
  profile: LayoutProfile | null;
  /** The frame to click on; empty if none has arrived yet, in which case one can be pasted. */
  frame: string;
  onClose: () => void;
}

/** Defines the meanings of a frame's fields by clicks on them, and shows the decoded result immediately. */
export function LayoutProfileDialog({ profile, frame, onClose }: Props) {
  const { t } = useTranslation();
  const label = (key: string) => t(`settings.connect.layout.${key}`);
  const [shown, setShown] = useState(frame.trim());
  const [typed, setTyped] = useState<string | null>(null);
  // A frame that arrives now is used; a later one would move the fields under the click.
  if (shown === '' && frame.trim() !== '') setShown(frame.trim());
  const text = typed ?? shown;
  const [draft, setDraft] = useState<LayoutDraft>(profile ? draftOf(profile) : emptyDraft(separatorOf(frame)));
  const [name, setName] = useState(profile?.name ?? '');
  const [errors, setErrors] = useState<Record<string, string>>({});
  const change = (next: LayoutDraft) => {
    setErrors({});
    setDraft(next);
  };

  const [debounced] = useDebouncedValue({ frame: text, profile: profileOf(draft) }, 150);
  const isComplete = debounced.frame !== '';
  const preview = useCall('get-layout-preview', debounced, { enabled: isComplete, placeholderData: keepPreviousData });
  const { fields = [], faults = [], identity = null, isFor = true, decoded = null } = preview.data ?? {};
  const hasClicks = Object.keys(draft.fields).length > 0;

  const version = useProfileVersion({
    profile,
    valuesOf,
    held: { name, draft },
    put(values) {
      setName(values.name);
      change(values.draft);
    },
    read: async (id) => rowWith((await call('get-layout-profile-list', {})).profiles, id),
  });
  const mutation = useMutation({
    mutationFn: (values: Parameters<typeof call<'save-layout-profile'>>[1]) => call('save-layout-profile', values),
    onSuccess() {
      refresh('get-layout-profile-list');
      notify(t('form.saved', { name }));
      onClose();
    },
    onError(error) {
      if (!version.take(error) && error instanceof CallError) setErrors(error.fields);
    },
  });
  function save() {
    const values = { ...version.sent, name, ...profileOf(draft) };
    const wrong = validate(values);
    setErrors(wrong);
    if (Object.keys(wrong).length === 0) mutation.mutate(values);
  }
  // Meanings that no field has yet are listed beside the fields.
  const missing = LAYOUT_MEANINGS.flatMap((meaning) =>
    draft.fields[meaning] === undefined ? (errors[`layout.fields.${meaning}`] ?? []) : [],
  );

  return (
    <ProfileDialog
      title={profile ? t('settings.connect.profile.edit-name', { name: profile.name }) : label('new')}
      sent={label('frame')}
      click={label('click')}
      fields={
        <>
          <Textarea
            mb="sm"
            label={label('frame')}
            description={label('paste')}
            dir="ltr"
            autosize
            minRows={2}
            maxRows={6}
            maxLength={LONGEST_LAYOUT_FRAME}
            value={text}
            onChange={({ currentTarget: { value } }) => {
              setTyped(value);
              if (!hasClicks) setDraft({ ...draft, separator: separatorOf(value) });
            }}
            classNames={{ input: 'mono' }}
          />
          {isComplete && !hasClicks && fields.length > 3 && (
            <Button
              mb="sm"
              variant="default"
              leftSection={<IconSparkles size={16} aria-hidden />}
              onClick={() => change(detectLayout(fields, draft))}
            >
              {label('guess')}
            </Button>
          )}
          <LayoutFields
            fields={isComplete ? fields : []}
            draft={draft}
            onChange={change}
            faults={faults}
            errors={errors}
          />
        </>
      }
      options={<LayoutOptions draft={draft} onChange={change} />}
      device={label('meaning.imei')}
      identity={identity}
      decoded={isComplete && hasClicks ? decoded : null}
      previewTitle={label('preview')}
      previewError={preview.error}
      errors={errors}
      error={mutation.error}
      meanwhile={version.meanwhile}
      fieldWords={{
        label: (field) => (field === 'name' ? t('settings.connect.profile.name') : label('preview')),
        value: (field) => (field === 'draft' ? null : undefined),
      }}
      name={name}
      onName={setName}
      isSaving={mutation.isPending}
      onSave={hasClicks ? save : null}
      onClose={onClose}
    >
      {missing.length > 0 && <Alert type="danger">{missing.join(' ')}</Alert>}
      <div>
        <Text size="sm" c="dimmed" mb={4}>
          {label('rule')}
        </Text>
        <div className={own.rule}>
          {(['header', 'vendor'] as const).map((word) => (
            <TextInput
              key={word}
              dir="ltr"
              label={label(`meaning.${word}`)}
              maxLength={LONGEST_WORD}
              value={draft[word]}
              error={errors[word]}
              onChange={({ currentTarget: { value } }) => change({ ...draft, [word]: value })}
              classNames={{ input: 'mono' }}
            />
          ))}
        </div>
        {isComplete && hasClicks && (draft.header !== '' || draft.vendor !== '') && !isFor && (
          <Text size="sm" c="var(--danger)">
            {label('not-for')}
          </Text>
        )}
      </div>
    </ProfileDialog>
  );
}
