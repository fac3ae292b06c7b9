import type { RecordKind } from '@milepost/contract/record-kinds';
import type { Language } from '@milepost/contract/languages';
import { kindWordSql } from '../documents/document-rows.ts';

/**
 * How the records of a kind are found, in addition to `RECORD_TABLES`. The table has a column `words` with a trigram
 * index (migration 031).
 */
interface Source {
  /** SQL of further distinguishing information in addition to its name; can be empty. */
  note: string | ((language: Language) => string);
  /** SQL of its displayed name, if that differs from its name in other records. */
  label?: string;
  /** SQL of its words, if they are more than the column. */
  words?: string;
  /** SQL of its number: an exact match precedes records whose number begins with the search text. */
  number?: string;
  /** Sorted newest first, instead of by name. */
  newestFirst?: true;
  /** The joins that the note needs. */
  joins?: string;
  /** SQL (` AND …`) of further exclusions, in addition to deleted and invisible records. */
  and?: string;
}

/** A searchable kind; null for one without words of its own. */
export const SEARCH_SOURCES: Readonly<Record<RecordKind, Source | null>> = {
  vehicle: {
    joins: 'LEFT JOIN vehicle_groups g ON g.id = r.group_id',
    note: `concat_ws(' · ', concat_ws(' ', r.make, r.model), g.name)`,
  },
  driver: { note: `concat_ws(' · ', r.number, r.phone, r.licence_number)` },
  device: {
    joins: 'LEFT JOIN vehicles v ON v.id = i.vehicle_id',
    note: `concat_ws(' · ', r.model, v.registration)`,
  },
  fence: { note: `coalesce(r.description, '')` },
  document: {
    note: (language) => `concat_ws(' · ', ${kindWordSql('r.kind', language)}, r.number, r.issuer)`,
    and: ' AND NOT r.renewed',
  },
  expense: { note: `concat_ws(' · ', r.day, r.bill_number, c.name, r.note)` },
  'work-order': { note: `concat_ws(' · ', v.registration, c.name, r.bill_number)` },
  inspection: { note: `concat_ws(' · ', r.at::date, r.signed_by)` },
  'service-plan': { note: `coalesce(r.note, '')` },
  task: { joins: 'LEFT JOIN users a ON a.id = r.assignee_id', note: `concat_ws(' · ', r.due_on, a.display_name)` },
  // Messages in the person's own boxes, searched by sender as well.
  message: {
    joins: 'LEFT JOIN users sender ON sender.id = r.sender_id',
    words: `(r.words || ' ' || search_words(sender.display_name))`,
    // A draft may not have a subject yet.
    label: `coalesce(nullif(r.subject, ''), nullif(left(regexp_replace(r.text, '\\s+', ' ', 'g'), 60), ''), '–')`,
    note: `concat_ws(' · ', sender.display_name, coalesce(r.sent_at, r.updated_at)::date)`,
    newestFirst: true,
  },
  contact: { note: `concat_ws(' · ', r.phones[1], r.address)` },
  outlet: { note: `concat_ws(' · ', r.code, r.address)` },
  route: { note: `coalesce(r.note, '')` },
  // Found by its route and day, in the calendar of runs.
  run: null,
  territory: { joins: 'LEFT JOIN users boss ON boss.id = r.manager_id', note: `coalesce(boss.display_name, '')` },
  subscription: { note: `concat_ws(' · ', p.name, r.until_day)` },
  invoice: { note: `concat_ws(' · ', r.number, r.day)`, number: 'r.number::text', newestFirst: true },
  // Found by its vehicle and time, in the alarm list.
  alarm: null,
};
