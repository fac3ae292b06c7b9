import type { DeviceContact } from '@milepost/contract/device-operations';
import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Modal } from '../../../ui/dialog/modal.tsx';
import { CallError } from '../../../api/call-error.ts';
import { visible } from '../../../text/visible.ts';
import { Alert } from '../../../ui/alert/alert.tsx';
import { errorText } from '../../../ui/error-text.ts';
import { Decoded } from './decoded.tsx';
import own from './profiles.module.css';
import { FormCancel } from '../../../ui/form/form-cancel.tsx';
import { type FieldWords, MeanwhileNote } from '../../../ui/form/meanwhile-note.tsx';
import type { Meanwhile } from '../../../ui/form/use-record-form.ts';
import { isConflict } from './use-profile-version.ts';

interface Props {
  title: string;
  /** The label of the device's data. */
  sent: string;
  /** The instruction where to click. */
  click: string;
  fields: ReactNode;
  options: ReactNode;
  /** The label of a device's identity. */
  device: string;
  identity: string | null;
  decoded: DeviceContact['decoded'];
  previewTitle: string;
  previewError: Error | null;
  errors: Readonly<Record<string, string>>;
  error: Error | null;
  /** The changes that somebody else saved while it was open. */
  meanwhile: Meanwhile | null;
  fieldWords: FieldWords;
  name: string;
  onName: (name: string) => void;
  isSaving: boolean;
  /** Null before it can be saved. */
  onSave: (() => void) | null;
  onClose: () => void;
  /** The scope of the profile. */
  children: ReactNode;
}

/** A device's data on one side, with clickable fields; the decoded result and the profile on the other. */
export function ProfileDialog(props: Props) {
  const { t } = useTranslation();
  const isNarrow = useMediaQuery('(max-width: 767.98px)');
  const { identity, decoded, previewError, errors, error, onSave, onClose } = props;
  const atField = error instanceof CallError && Object.keys(error.fields).length > 0;
  return (
    <Modal
      opened
      onClose={onClose}
      size={1040}
      fullScreen={isNarrow ?? false}
      title={props.title}
      closeButtonProps={{ 'aria-label': t('form.close') }}
    >
      <div className={own.columns}>
        <section aria-label={props.sent}>
          <h3 className={own.heading}>{props.click}</h3>
          {props.fields}
        </section>
        <Stack gap="md">
          {props.options}
          <section aria-label={props.previewTitle} aria-live="polite">
            <h3 className={own.heading}>{props.previewTitle}</h3>
            {previewError && <Alert type="danger">{errorText(t, previewError)}</Alert>}
            {identity !== null && (
              <Text size="sm">
                {props.device}: <strong className="mono">{visible(identity)}</strong>
              </Text>
            )}
            {decoded ? <Decoded decoded={decoded} /> : <Text c="dimmed">–</Text>}
          </section>
          {props.meanwhile && (
            <MeanwhileNote key={props.meanwhile.nth} meanwhile={props.meanwhile} words={props.fieldWords} />
          )}
          {error !== null && !atField && !isConflict(error) && <Alert type="danger">{errorText(t, error)}</Alert>}
          <TextInput
            label={t('settings.connect.profile.name')}
            maxLength={60}
            withAsterisk
            value={props.name}
            error={errors['name']}
            onChange={(event) => props.onName(event.currentTarget.value)}
          />
          {props.children}
          <Group justify="flex-end">
            <FormCancel onCancel={onClose} />
            <Button onClick={() => onSave?.()} disabled={onSave === null} loading={props.isSaving}>
              {t('form.save')}
            </Button>
          </Group>
        </Stack>
      </div>
    </Modal>
  );
}
