import { messageOperations } from '@milepost/contract/message-operations';
import { Text, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { refresh } from '../../api/refresh.ts';
import { RecordDrawer } from '../form/record-drawer.tsx';
import { RecordForm } from '../form/record-form.tsx';
import { useRecordForm } from '../form/use-record-form.ts';
import { validateBy } from '../form/validate-by.ts';
import { notify } from '../toast/notify.ts';
import { type MessageLink, MessageLinks } from './message-links.tsx';

interface Props {
  name: string;
  /** The driver's account. */
  userId: number | null;
  /** The driver, if no account reads messages: reached by SMS, or by a link that is passed on. */
  driverId: number | null;
  /** The initial text of the message. */
  about: string | null;
  onClose: () => void;
}

interface Values extends Record<string, unknown> {
  subject: string;
  text: string;
}

const MAX_TEXT = 4000;
const MAX_SUBJECT = 150;
const check = validateBy(messageOperations['send-message'].input);

/** A message to one driver, written without leaving the map. */
export default function MessageDrawer({ name, userId, driverId, about, onClose }: Props) {
  const { t } = useTranslation();
  const [links, setLinks] = useState<readonly MessageLink[]>([]);
  const inputOf = ({ subject, text }: Values) => ({
    peopleIds: userId === null ? [] : [userId],
    driverIds: userId === null && driverId !== null ? [driverId] : [],
    subject,
    html: htmlOf(text),
  });
  const record = useRecordForm({
    initialValues: { subject: about?.slice(0, MAX_SUBJECT) ?? '', text: '' },
    validate: (values: Values) => ({
      ...check(inputOf(values)),
      ...(values.subject.trim() === '' && { subject: t('fault.enter-text') }),
    }),
    save: (values: Values) => call('send-message', inputOf(values)),
    onSaved(done) {
      // A recipient who is to be given a link has received nothing yet.
      const sent = done.received - done.links.length;
      if (sent > 0) notify(t('messages.sent', { count: sent }));
      refresh('get-message-list');
      // Links are shown only once: the form stays until the person has passed them on.
      if (done.links.length > 0) setLinks(done.links);
      else onClose();
    },
  });
  const { form } = record;
  return (
    <RecordDrawer
      title={t('driver-contact.message', { name })}
      opened
      onClose={onClose}
      loading={false}
      error={null}
      onRetry={() => {}}
    >
      {links.length > 0 ? (
        <MessageLinks links={links} onDone={onClose} />
      ) : (
        <RecordForm record={record} readOnly={false} onCancel={onClose} saveLabel={t('messages.send')}>
          {userId === null && <Text c="dimmed">{t('driver-contact.no-account', { name })}</Text>}
          <TextInput
            {...form.getInputProps('subject')}
            label={t('messages.subject')}
            withAsterisk
            maxLength={MAX_SUBJECT}
            data-autofocus={about === null || undefined}
          />
          <Textarea
            {...form.getInputProps('text')}
            label={t('messages.text')}
            error={form.errors['html']}
            maxLength={MAX_TEXT}
            autosize
            minRows={4}
            data-autofocus={about !== null || undefined}
          />
        </RecordForm>
      )}
    </RecordDrawer>
  );
}

/** Plain text as HTML: a paragraph for each line. */
function htmlOf(text: string): string {
  return text
    .trim()
    .split('\n')
    .map((line) => {
      const paragraph = document.createElement('p');
      paragraph.textContent = line;
      return paragraph.outerHTML;
    })
    .join('');
}
