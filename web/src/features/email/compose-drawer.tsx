import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useCall } from '../../api/use-call.ts';
import { formatDateTimeWithoutSeconds } from '../../text/format.ts';
import { FOR_A_FORM } from '../../ui/form/for-a-form.ts';
import { RecordDrawer } from '../../ui/form/record-drawer.tsx';
import { ComposeForm } from './compose-form.tsx';
import { type ComposeStart, draftOf, newMessage, replyOf } from './compose-values.ts';
import { readState } from './message-state.ts';
import { fromText } from './message-text.ts';

/** The form of a new message, of a reply, or of a draft. */
export function ComposeDrawer({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const [params] = useSearchParams();
  const { writing } = readState(params);
  const id = writing === null || writing.kind === 'new' ? 0 : writing.id;
  const isDraft = writing?.kind === 'draft';
  const query = useCall('get-message-by-id', { id }, { ...FOR_A_FORM, enabled: id > 0 });
  const files = useCall(
    'get-file-list',
    { recordKind: 'message', recordId: id },
    { ...FOR_A_FORM, enabled: isDraft && id > 0 },
  );
  function startOf(): ComposeStart | undefined {
    const message = query.data?.message;
    if (writing?.kind === 'new') return newMessage;
    if (message === undefined || message.id !== id) return undefined;
    if (isDraft) return files.data && draftOf(message, files.data.rows);
    return replyOf(
      message,
      t('messages.wrote', { name: fromText(t, message), at: formatDateTimeWithoutSeconds(message.at) }),
    );
  }
  const start = startOf();
  return (
    <RecordDrawer
      title={t(writing?.kind === 'reply' ? 'messages.reply' : isDraft ? 'messages.draft' : 'messages.new')}
      opened={writing !== null}
      onClose={onClose}
      loading={start === undefined}
      error={id > 0 ? (query.error ?? files.error) : null}
      onRetry={() => void Promise.all([query.refetch(), isDraft && files.refetch()])}
      size={620}
    >
      {start && <ComposeForm key={`${writing?.kind}-${id}`} start={start} onClose={onClose} />}
    </RecordDrawer>
  );
}
