import type { MessageBox } from '@milepost/contract/message-boxes';
import type { Message } from '@milepost/contract/message-operations';
import { Button, Group, Stack } from '@mantine/core';
import { IconArrowBackUp, IconTrash } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { useMay } from '../../api/setup.ts';
import { useCall } from '../../api/use-call.ts';
import { formatDateTimeWithoutSeconds } from '../../text/format.ts';
import { RecordFiles } from '../../ui/files/record-files.tsx';
import { RecordDrawer } from '../../ui/form/record-drawer.tsx';
import { useOpenRecord } from '../../ui/form/use-open-record.ts';
import { useShownRecord } from '../../ui/form/use-shown-record.ts';
import { notifyWithUndo } from '../../ui/toast/notify-with-undo.tsx';
import { notifyError } from '../../ui/toast/notify.ts';
import { HtmlView } from '../../ui/rich-text/html-view.tsx';
import { fromText, subjectText, toText } from './message-text.ts';
import classes from './messages.module.css';
import { DriverReceipts } from './driver-receipts.tsx';
import { Receipts } from './receipts.tsx';
import { refreshMessages } from '../../api/refresh-records.ts';

interface Props {
  box: MessageBox;
  onClose: () => void;
  onReply: (id: number) => void;
}

/** One message; opening it marks it as read. */
export function MessageDrawer({ box, onClose, onReply }: Props) {
  const { t } = useTranslation();
  const { opened } = useOpenRecord();
  const id = typeof opened === 'number' ? opened : 0;
  const { data, error, refetch } = useCall('get-message-by-id', { id }, { enabled: id > 0 });
  const shown = useShownRecord(opened, data?.message);
  const message = shown.record;
  const unread = message !== undefined && message.id === id && !message.read;
  useEffect(() => {
    // After a failure it stays unread, and is marked when it is opened again.
    if (unread) call('read-message', { id }).then(refreshMessages, console.error);
  }, [unread, id]);
  return (
    <RecordDrawer
      title={message ? subjectText(t, message) : ' '}
      opened={id > 0}
      onClose={onClose}
      loading={message === undefined}
      error={error}
      onRetry={() => void refetch()}
      size={620}
    >
      {message && <MessageView message={message} box={box} onClose={onClose} onReply={() => onReply(message.id)} />}
    </RecordDrawer>
  );
}

interface ViewProps {
  message: Message;
  box: MessageBox;
  onClose: () => void;
  onReply: () => void;
}

function MessageView({ message, box, onClose, onReply }: ViewProps) {
  const { t } = useTranslation();
  const mayReply = useMay('messages', 'create') && message.from !== null && message.counts === null;
  const of = { id: message.id, box };
  async function remove() {
    try {
      await call('delete-message', of);
    } catch (error) {
      notifyError(t, error);
      return;
    }
    onClose();
    refreshMessages();
    notifyWithUndo(t, t('form.deleted', { name: subjectText(t, message) }), async () => {
      await call('restore-message', of).catch((error: unknown) => notifyError(t, error));
      refreshMessages();
    });
  }
  return (
    <Stack gap="md">
      <dl className={classes['facts']}>
        <dt>{t('messages.from')}</dt>
        <dd>{fromText(t, message)}</dd>
        <dt>{t('messages.to')}</dt>
        <dd>{toText(t, message.to)}</dd>
        <dt>{t('messages.at')}</dt>
        <dd>{formatDateTimeWithoutSeconds(message.at)}</dd>
      </dl>
      <HtmlView html={message.html} />
      {message.files > 0 && (
        <RecordFiles
          kind="message"
          id={message.id}
          mayEdit={false}
          label={t('files.of', { name: subjectText(t, message) })}
          addLabel=""
        />
      )}
      {message.counts && message.counts.received > 0 && (
        <Receipts receipts={message.receipts} counts={message.counts} />
      )}
      {message.driverReceipts.length > 0 && <DriverReceipts receipts={message.driverReceipts} />}
      <Group gap="xs">
        {mayReply && (
          <Button leftSection={<IconArrowBackUp size={16} aria-hidden />} onClick={onReply}>
            {t('messages.reply')}
          </Button>
        )}
        <Button variant="default" leftSection={<IconTrash size={16} aria-hidden />} onClick={() => void remove()}>
          {t('form.delete')}
        </Button>
      </Group>
    </Stack>
  );
}
