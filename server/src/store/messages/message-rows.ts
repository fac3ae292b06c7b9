import type { MessageBox } from '@milepost/contract/message-boxes';
import type { MessageRow } from '@milepost/contract/message-operations';
import { AppError } from '../../errors.ts';

export type ListedMessage = Omit<MessageRow, 'at'> & { at: Date };

const BEGIN_LENGTH = 160;

const refsSql = (table: string, name: string, ids: string) => `coalesce((SELECT jsonb_agg(jsonb_build_object(
    'id', n.id, 'name', n.${name}) ORDER BY lower(n.${name}), n.id) FROM ${table} n WHERE n.id = ANY(${ids})), '[]')`;

/** SQL of messages `m` with their sender `s` and the caller's receipt `r`, if any. */
export const MESSAGE_COLUMNS = `m.id, m.subject,
  CASE WHEN s.id IS NOT NULL THEN jsonb_build_object('id', s.id, 'name', s.display_name) END AS from,
  jsonb_build_object('people', ${refsSql('users', 'display_name', 'm.people_ids')},
    'roles', ${refsSql('roles', 'name', 'm.role_ids')}, 'groups', ${refsSql('vehicle_groups', 'name', 'm.group_ids')},
    'offline', ${refsSql('drivers', 'name', 'm.driver_ids')},
    'drivers', m.drivers, 'everybody', m.everybody, 'below', m.below) AS to,
  coalesce(m.sent_at, m.updated_at) AS at, r.message_id IS NULL OR r.read_at IS NOT NULL AS read,
  (SELECT count(*)::int FROM file_links l WHERE l.record_kind = 'message' AND l.record_id = m.id) AS files,
  left(regexp_replace(m.text, '\\s+', ' ', 'g'), ${BEGIN_LENGTH}) AS begin`;

/** `$1` is the caller. */
export const MESSAGES = `messages m LEFT JOIN users s ON s.id = m.sender_id
  LEFT JOIN message_receipts r ON r.message_id = m.id AND r.user_id = $1`;

/** SQL: true when a message `m` of the caller `$1` is in a box, or was deleted from it. */
export const WAS_IN_BOX: Record<MessageBox, string> = {
  inbox: 'r.message_id IS NOT NULL',
  sent: 'm.sender_id = $1 AND m.sent_at IS NOT NULL',
  drafts: 'm.sender_id = $1 AND m.sent_at IS NULL',
};

/** SQL: the same, without deleted ones. */
export const IN_BOX: Record<MessageBox, string> = {
  inbox: `${WAS_IN_BOX.inbox} AND r.deleted_at IS NULL`,
  sent: `${WAS_IN_BOX.sent} AND m.sender_deleted_at IS NULL`,
  drafts: `${WAS_IN_BOX.drafts} AND m.sender_deleted_at IS NULL`,
};

/**
 * SQL: true when a message `r` is in one of a user's own boxes. `$1` are the organisations of the scope, which do not
 * matter for messages.
 */
export const inOwnBox = (userId: number): string => `$1::int[] IS NOT NULL AND r.id IN (
  SELECT own.id FROM messages own WHERE own.sender_id = ${userId} AND own.sender_deleted_at IS NULL
  UNION ALL SELECT own.message_id FROM message_receipts own WHERE own.user_id = ${userId} AND own.deleted_at IS NULL)`;

/**
 * SQL of the messages that a user wrote or received, in any organisation, as records: id, organisation_id, vehicle_id,
 * name.
 * @param userId null is the server itself, which sees all
 */
export const messagesOf = (userId: number | null): string => `SELECT r.id, r.organisation_id, NULL::int AS vehicle_id,
    r.subject AS name
  FROM messages r WHERE $1::int[] IS NOT NULL AND ${
    userId === null
      ? 'true'
      : `(r.sender_id = ${userId} AND r.sender_deleted_at IS NULL OR EXISTS (SELECT FROM message_receipts own
        WHERE own.message_id = r.id AND own.user_id = ${userId} AND own.deleted_at IS NULL))`
  }`;

export const noMessage = (): AppError => new AppError('not-found', 'no-message');
