import type { RecordKind } from '@milepost/contract/record-kinds';
import type { Language } from '../../texts/text.ts';
import { andSeenDocument, HOLDER_NAME, kindWordSql } from '../documents/document-rows.ts';
import { andSeenDriver } from '../drivers/driver-rows.ts';
import { andSeenExpense, expenseOf } from '../expenses/expense-rows.ts';
import { andSeen, andSeenDevice, andSeenFence, type Scope } from '../scope.ts';

/** How the records of a kind are found. The table has a column `words` with a trigram index (migration 031). */
interface Source {
  /** The table, with the alias `r`. */
  from: string;
  /** SQL of what the record is called. */
  label: string;
  /** SQL of what else tells it from others; may be empty. */
  note: string | ((language: Language) => string);
  /** SQL (` AND …`) of what is left out: what was deleted, and what the scope's limit hides. */
  and: (scope: Scope) => string;
}

/** A kind that is found; null for one that is not, because it has no words of its own. */
export const SEARCH_SOURCES: Readonly<Record<RecordKind, Source | null>> = {
  vehicle: {
    from: 'vehicles r LEFT JOIN vehicle_groups g ON g.id = r.group_id',
    label: 'r.registration',
    note: `concat_ws(' · ', concat_ws(' ', r.make, r.model), g.name)`,
    and: (scope) => ` AND r.deleted_at IS NULL${andSeen(scope, 'r.id')}`,
  },
  driver: {
    from: 'drivers r',
    label: 'r.name',
    note: `concat_ws(' · ', r.number, r.phone, r.licence_number)`,
    and: (scope) => ` AND r.deleted_at IS NULL${andSeenDriver(scope, 'r')}`,
  },
  device: {
    from: `devices r LEFT JOIN installations i ON i.device_id = r.id AND i.removed_at IS NULL
      LEFT JOIN vehicles v ON v.id = i.vehicle_id`,
    label: 'r.identity',
    note: `concat_ws(' · ', r.model, v.registration)`,
    and: (scope) => ` AND r.deleted_at IS NULL${andSeenDevice(scope, 'r.id')}`,
  },
  fence: {
    from: 'geofences r',
    label: 'r.name',
    note: `coalesce(r.description, '')`,
    and: (scope) => ` AND r.deleted_at IS NULL${andSeenFence(scope, 'r')}`,
  },
  document: {
    from: `documents r JOIN organisations o ON o.id = r.organisation_id LEFT JOIN vehicles v ON v.id = r.vehicle_id
      LEFT JOIN drivers dr ON dr.id = r.driver_id`,
    label: HOLDER_NAME,
    note: (language) => `concat_ws(' · ', ${kindWordSql('r.kind', language)}, r.number, r.issuer)`,
    and: (scope) =>
      ` AND r.deleted_at IS NULL AND v.deleted_at IS NULL AND dr.deleted_at IS NULL AND NOT r.renewed${andSeenDocument(scope, 'r')}`,
  },
  expense: {
    from: `expenses r LEFT JOIN vehicles v ON v.id = r.vehicle_id LEFT JOIN contacts c ON c.id = r.vendor_id
      LEFT JOIN drivers dr ON dr.id = r.driver_id`,
    label: expenseOf('r'),
    note: `concat_ws(' · ', r.day, r.bill_number, c.name, r.note)`,
    and: (scope) => ` AND r.deleted_at IS NULL${andSeenExpense(scope, 'r')}`,
  },
  contact: {
    from: 'contacts r',
    label: 'r.name',
    note: `concat_ws(' · ', r.phones[1], r.address)`,
    and: () => ' AND r.deleted_at IS NULL',
  },
  // It is found by its vehicle and time, in the alarm list.
  alarm: null,
};
