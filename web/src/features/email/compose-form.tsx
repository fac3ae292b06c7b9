import { messageOperations } from '@milepost/contract/message-operations';
import type { StoredFile } from '@milepost/contract/file-operations';
import { Button, Input, Switch, TextInput } from '@mantine/core';
import { IconDeviceFloppy } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { FileField } from '../../ui/files/file-field.tsx';
import { FileThumbs } from '../../ui/files/file-thumbs.tsx';
import { RecordForm } from '../../ui/form/record-form.tsx';
import { useRecordForm } from '../../ui/form/use-record-form.ts';
import { validateBy } from '../../ui/form/validate-by.ts';
import { RichText } from '../../ui/rich-text/rich-text.tsx';
import { notify, notifyError } from '../../ui/toast/notify.ts';
import { type ComposeStart, type ComposeValues, inputOf } from './compose-values.ts';
import { MessageLinks, type MessageLink } from '../../ui/driver-contact/message-links.tsx';
import { RecipientField } from './recipient-field.tsx';
import { refreshMessages } from '../../api/refresh-records.ts';

interface Props {
  start: ComposeStart;
  onClose: () => void;
}

const check = validateBy(messageOperations['send-message'].input);

/** The form of a message: sent, or saved as a draft. */
export function ComposeForm({ start, onClose }: Props) {
  const { t } = useTranslation();
  const [files, setFiles] = useState(start.files);
  const [links, setLinks] = useState<readonly MessageLink[]>([]);
  function validate(values: ComposeValues) {
    const errors = check(inputOf(values, start));
    return {
      ...errors,
      ...(values.to.length === 0 && { to: t('fault.choose-recipient') }),
      ...(values.subject.trim() === '' && { subject: t('fault.enter-text') }),
    };
  }
  const record = useRecordForm({
    initialValues: start.values,
    validate,
    save: (values: ComposeValues) => call('send-message', inputOf(values, start)),
    onSaved(done) {
      // A recipient who is to be given a link has received nothing yet.
      const sent = done.received - done.links.length;
      if (sent > 0) notify(t('messages.sent', { count: sent }));
      refreshMessages();
      // Links are shown only once: the form stays until the person has passed them on.
      if (done.links.length > 0) setLinks(done.links);
      else onClose();
    },
  });
  const { form } = record;
  const savingDraft = useMutation({
    mutationFn: () => call('keep-message-draft', inputOf(form.getValues(), start)),
    onSuccess() {
      record.release();
      notify(t('messages.draft-saved'));
      refreshMessages();
      onClose();
    },
    onError: (error) => notifyError(t, error),
  });
  function showFiles(next: readonly StoredFile[]) {
    setFiles(next);
    form.setFieldValue(
      'fileIds',
      next.map(({ id }) => id),
    );
  }
  if (links.length > 0) return <MessageLinks links={links} onDone={onClose} />;
  return (
    <RecordForm
      record={record}
      readOnly={false}
      onCancel={onClose}
      saveLabel={t('messages.send')}
      aside={
        <Button
          variant="subtle"
          w="fit-content"
          mt="sm"
          leftSection={<IconDeviceFloppy size={16} aria-hidden />}
          loading={savingDraft.isPending}
          onClick={() => savingDraft.mutate()}
        >
          {t('messages.keep-draft')}
        </Button>
      }
    >
      <RecipientField
        value={form.values.to}
        names={start.names}
        onChange={(to) => form.setFieldValue('to', to)}
        error={
          form.errors['to'] ??
          form.errors['peopleIds'] ??
          form.errors['roleIds'] ??
          form.errors['groupIds'] ??
          form.errors['driverIds']
        }
      />
      <TextInput {...form.getInputProps('subject')} label={t('messages.subject')} withAsterisk maxLength={150} />
      <Input.Wrapper label={t('messages.text')} labelElement="div" error={form.errors['html']}>
        <RichText
          label={t('messages.text')}
          value={form.values.html}
          onChange={(html) => form.setFieldValue('html', html)}
        />
      </Input.Wrapper>
      <FileField label={t('files.add')} onSent={(file) => showFiles([...files, file])} />
      {files.length > 0 && (
        <FileThumbs
          label={t('messages.attached')}
          files={files}
          onRemove={(file) => showFiles(files.filter(({ id }) => id !== file.id))}
        />
      )}
      <Switch
        {...form.getInputProps('byMail', { type: 'checkbox' })}
        label={t('messages.by-mail')}
        description={t('messages.by-mail-hint')}
      />
    </RecordForm>
  );
}
