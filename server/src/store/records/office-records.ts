import type { RecordKind } from '@milepost/contract/record-kinds';
import { andSeenContact } from '../common-records.ts';
import { andSeenDocument, kindWordSql } from '../documents/document-rows.ts';
import { andSeenExpense, expenseOf } from '../expenses/expense-rows.ts';
import { ofEverybody, OF_ORGANISATION, OPEN, OWN, type StoredRecord } from './stored-record.ts';
import { andSeenTask } from '../scope.ts';

/** The records of the office. */
export const OFFICE_RECORDS = {
  document: {
    ...OWN,
    subject: 'document',
    table: 'documents',
    vehicleId: 'r.vehicle_id',
    name: 'r.holder_name',
    gone: '(r.deleted_at IS NOT NULL OR r.holder_gone)',
    andShown: (scope) => ` AND NOT r.holder_gone${andSeenDocument(scope, 'r')}`,
    change: OPEN,
    audit: {
      name: 'of',
      versioned: true,
      hides: true,
      values: `jsonb_build_object(
      'documentKind', r.kind, 'of', r.holder_name, 'number', r.number, 'issuer', r.issuer, 'issuedOn', r.issued_on,
      'validFrom', r.valid_from, 'validUntil', r.valid_until, 'cost', r.cost, 'currency', r.currency, 'note', r.note,
      'renews', (SELECT concat_ws(' ', e.number, e.valid_until) FROM documents e WHERE e.id = r.renews_id))`,
    },
    search: {
      note: (language) => `concat_ws(' · ', ${kindWordSql('r.kind', language)}, r.number, r.issuer)`,
      and: ' AND NOT r.renewed',
    },
    conflicts: {
      documents_renews: { field: 'renewsId', fault: 'document-renewed' },
    },
  },
  expense: {
    ...OWN,
    subject: 'expense',
    table: 'expenses',
    joins: `LEFT JOIN vehicles v ON v.id = r.vehicle_id LEFT JOIN contacts c ON c.id = r.vendor_id
      LEFT JOIN drivers dr ON dr.id = r.driver_id`,
    vehicleId: 'r.vehicle_id',
    name: expenseOf('r'),
    andShown: (scope) => andSeenExpense(scope, 'r'),
    many: true,
    change: { ...OPEN, final: { when: `r.state = 'approved'`, fault: 'expense-approved' } },
    audit: {
      name: 'of',
      versioned: true,
      hides: true,
      values: `jsonb_build_object(
      'expenseKind', r.kind, 'of', ${expenseOf('r')}, 'state', r.state, 'reason', r.reason, 'vehicle', v.registration,
      'driver', dr.name, 'vendor', c.name, 'amount', r.amount, 'tax', r.tax, 'currency', r.currency,
      'billNumber', r.bill_number, 'day', r.day, 'odometerM', r.odometer_m, 'quantity', r.quantity,
      'fullTank', NULLIF(r.full_tank, false), 'missedFill', NULLIF(r.missed_fill, false), 'note', r.note) || own_named(r.organisation_id, 'expense', r.own)`,
    },
    search: { note: `concat_ws(' · ', r.day, r.bill_number, c.name, r.note)` },
  },
  task: {
    ...OWN,
    subject: 'task',
    table: 'tasks',
    vehicleId: 'r.vehicle_id',
    name: 'r.title',
    andShown: (scope) => andSeenTask(scope, 'r'),
    many: true,
    change: OPEN,
    audit: {
      name: 'title',
      versioned: true,
      hides: true,
      values: `jsonb_build_object('title', r.title, 'note', r.note,
      'state', r.state, 'dueOn', r.due_on, 'assignee', a.display_name,
      'record', r.record_kind || ' ' || r.record_id)`,
      joins: 'LEFT JOIN users a ON a.id = r.assignee_id',
    },
    search: { joins: 'LEFT JOIN users a ON a.id = r.assignee_id', note: `concat_ws(' · ', r.due_on, a.display_name)` },
  },
  // Visible to the author and the recipients, in any organisation, as `messagesOf` defines; the scope does not matter.
  message: {
    ...OWN,
    subject: 'message',
    table: 'messages',
    name: 'r.subject',
    andThere: '',
    gone: null,
    andShown: () => ' AND false',
    many: true,
    change: { ...OPEN, final: { when: 'r.sent_at IS NOT NULL', fault: 'message-sent' } },
    audit: {
      // Recipients and channels, but never the content.
      name: 'subject',
      values: `jsonb_build_object('subject', r.subject,
      'recipients', (SELECT count(*) FROM message_receipts m WHERE m.message_id = r.id)
        + (SELECT count(*) FROM driver_receipts d WHERE d.message_id = r.id), 'byMail', r.by_mail)`,
      and: ' AND r.sent_at IS NOT NULL',
    },
    // Messages in the person's own boxes, searched by sender as well.
    search: {
      joins: 'LEFT JOIN users sender ON sender.id = r.sender_id',
      words: `(r.words || ' ' || search_words(sender.display_name))`,
      // A draft may not have a subject yet.
      label: `coalesce(nullif(r.subject, ''), nullif(left(regexp_replace(r.text, '\\s+', ' ', 'g'), 60), ''), '–')`,
      note: `concat_ws(' · ', sender.display_name, coalesce(r.sent_at, r.updated_at)::date)`,
      newestFirst: true,
    },
  },
  contact: {
    ...OWN,
    subject: 'contact',
    table: 'contacts',
    andShown: (scope) => andSeenContact(scope, 'r'),
    change: OPEN,
    audit: {
      name: 'name',
      versioned: true,
      hides: true,
      values: `jsonb_build_object('contactKind', r.kind, 'name', r.name,
      'phones', NULLIF(array_to_string(r.phones, ', '), ''), 'emails', NULLIF(array_to_string(r.emails, ', '), ''),
      'address', r.address, 'lat', r.lat, 'lon', r.lon, 'note', r.note)`,
    },
    search: { note: `concat_ws(' · ', r.phones[1], r.address)` },
    conflicts: {
      contacts_name: { field: 'name', fault: 'contact-name' },
    },
    most: 50_000,
  },
  subscription: {
    ...OWN,
    subject: 'subscription',
    table: 'subscriptions',
    joins: 'JOIN organisations o ON o.id = r.organisation_id JOIN plans p ON p.id = r.plan_id',
    name: 'o.name',
    andShown: ofEverybody,
    change: { ...OF_ORGANISATION, by: 'r.seller_id' },
    audit: {
      name: 'organisation',
      versioned: true,
      hides: true,
      values: `jsonb_build_object('organisation', o.name,
      'plan', p.name, 'price', r.price, 'currency', r.currency, 'allVehicles', r.all_vehicles,
      'vehicleLimit', r.vehicle_limit, 'vehicles', (SELECT string_agg(v.registration, ', ' ORDER BY v.registration)
        FROM vehicles v WHERE v.id = ANY(r.vehicle_ids)),
      'from', r.from_day, 'until', r.until_day, 'note', r.note)`,
    },
    search: { note: `concat_ws(' · ', p.name, r.until_day)` },
  },
  invoice: {
    ...OWN,
    subject: 'invoice',
    table: 'invoices',
    name: 'r.organisation_name',
    andThere: '',
    gone: null,
    andShown: ofEverybody,
    change: { ...OF_ORGANISATION, by: 'r.issuer_id', final: { when: 'true', fault: 'invoice-issued' } },
    audit: {
      name: 'number',
      values: `jsonb_build_object('number', r.number::text,
      'organisation', r.organisation_name, 'issuer', r.issuer_name, 'day', r.day, 'dueDay', r.due_day,
      'from', r.from_day, 'until', r.until_day, 'net', r.net, 'tax', r.tax, 'currency', r.currency,
      'cancelReason', r.cancel_reason, 'note', r.note)`,
    },
    search: { note: `concat_ws(' · ', r.number, r.day)`, number: 'r.number::text', newestFirst: true },
  },
} as const satisfies Partial<Record<RecordKind, StoredRecord>>;
