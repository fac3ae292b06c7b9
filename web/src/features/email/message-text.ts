import type { MessageRow } from '@milepost/contract/message-operations';
import type { TFunction } from 'i18next';
import { listText } from '../../text/list-text.ts';

/** The recipients of a message, as text. */
export function toText(
  t: TFunction,
  { people, roles, groups, offline, drivers, everybody, below }: MessageRow['to'],
): string {
  const all = everybody ? [t(below ? 'messages.everybody-below' : 'messages.everybody')] : [];
  return listText([
    ...all,
    ...(drivers ? [t('messages.drivers')] : []),
    ...roles.map(({ name }) => t('messages.role', { name })),
    ...groups.map(({ name }) => t('messages.group', { name })),
    ...people.map(({ name }) => name),
    ...offline.map(({ name }) => name),
  ]);
}

export const subjectText = (t: TFunction, { subject }: Pick<MessageRow, 'subject'>): string =>
  subject === '' ? t('messages.no-subject') : subject;
export const fromText = (t: TFunction, { from }: Pick<MessageRow, 'from'>): string => from?.name ?? t('messages.gone');
