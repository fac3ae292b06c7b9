import type { MessageBox } from '@milepost/contract/message-boxes';
import type { MessageRow } from '@milepost/contract/message-operations';
import { IconPaperclip } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { formatDateTimeWithoutSeconds } from '../../text/format.ts';
import type { Column } from '../../ui/data-table/column.ts';
import type { CsvColumn } from '../../ui/data-table/csv.ts';
import type { TableDefaults } from '../../ui/data-table/table-state.ts';
import classes from './messages.module.css';
import { fromText, subjectText, toText } from './message-text.ts';

const SORTS = ['at', 'subject'] as const;
type Sort = (typeof SORTS)[number];
export const MESSAGE_DEFAULTS: TableDefaults<Sort> = { sorts: SORTS, sort: 'at', direction: 'desc' };

export function messageColumns(t: TFunction, box: MessageBox): Column<MessageRow, Sort>[] {
  const label = (key: string) => t(`messages.${key}`);
  return [
    {
      key: 'subject',
      label: label('subject'),
      sort: 'subject',
      text: true,
      render: (message) => (
        <span className={classes['subject']} data-unread={!message.read || undefined}>
          {!message.read && <i role="img" aria-label={label('unread')} />}
          <b>{subjectText(t, message)}</b>
          {message.files > 0 && (
            <IconPaperclip size={14} role="img" aria-label={t('messages.files', { count: message.files })} />
          )}
          <small>{message.begin}</small>
        </span>
      ),
    },
    box === 'inbox'
      ? { key: 'from', label: label('from'), render: (message) => fromText(t, message) }
      : { key: 'to', label: label('to'), render: (message) => toText(t, message.to) || '–' },
    {
      key: 'at',
      label: label(box === 'drafts' ? 'saved-at' : 'at'),
      sort: 'at',
      render: ({ at }) => formatDateTimeWithoutSeconds(at),
    },
  ];
}

/** The person's own messages; times as ISO 8601, so that a program can read them. */
export function messageCells(t: TFunction, box: MessageBox): CsvColumn<MessageRow>[] {
  const label = (key: string) => t(`messages.${key}`);
  return [
    { label: label('subject'), value: (message) => subjectText(t, message) },
    { label: label('from'), value: (message) => fromText(t, message) },
    { label: label('to'), value: ({ to }) => toText(t, to) },
    { label: label(box === 'drafts' ? 'saved-at' : 'at'), value: ({ at }) => at },
    ...(box === 'inbox' ? [{ label: label('read'), value: ({ read }: MessageRow) => label(read ? 'yes' : 'no') }] : []),
    { label: label('begin'), value: ({ begin }) => begin },
  ];
}
