import type { AuditSubject } from '@milepost/contract/audit-subjects';
import type { PlainCode } from '@milepost/contract/fault';
import type { Language } from '@milepost/contract/languages';
import type { Scope } from '../scope.ts';

/**
 * The rules for changing a record and its files, in addition to the right to its menu. Each kind states all of them.
 */
interface RecordChange {
  /** Whether limited people can change it: not if the record belongs to the whole organisation. */
  limited: boolean;
  /** SQL of the only organisation that can change it, such as the seller's; null if everybody who sees it can. */
  by: string | null;
  /**
   * SQL of the state in which nobody can change it any more, because it was sent, signed, closed or billed, and the
   * fault.
   */
  final: { when: string; fault: PlainCode } | null;
  /** SQL of single files (`l` of `file_links`) that nobody can change, and the fault; null if there are none. */
  finalFiles: { when: string; fault: PlainCode } | null;
}

/** A record that everybody who sees it can change. */
export const OPEN: RecordChange = { limited: true, by: null, final: null, finalFiles: null };
/** A record of the whole organisation. */
export const OF_ORGANISATION: RecordChange = { ...OPEN, limited: false };

interface Audit {
  /** The value that serves as its name. */
  name: string;
  /** Its table has a column `version`, incremented by each save: for `checkVersion`. */
  versioned?: true;
  /** Deleting only hides its row: for `setDeleted`. */
  hides?: true;
  /** SQL of the values that the log shows before and after; never secrets. */
  values: string;
  /** Further joins of the values. */
  joins?: string;
  /** ` AND …` that excludes records that the log does not show yet. */
  and?: string;
}

/** How the records of a kind are found. The table has a column `words` with a trigram index (migration 031). */
interface Search {
  /** SQL of what distinguishes it from others of its name; can be empty. */
  note: string | ((language: Language) => string);
  /** SQL of its label, if that is not its name. */
  label?: string;
  /** SQL of its words, if they are more than the column. */
  words?: string;
  /** SQL of its number: a record with exactly this one precedes those whose number only starts with it. */
  number?: string;
  /** The newest come first, instead of the order of names. */
  newestFirst?: true;
  /** Further joins of the note. */
  joins?: string;
  /** ` AND …` that excludes records, in addition to deleted and invisible ones. */
  and?: string;
}

/** The fault that a person sees when a unique index is violated, and its field. */
export interface Conflict {
  field: string;
  fault: PlainCode;
}

/** The properties of a kind of record, read by search, files, the audit log, versions, deletion and quotas. */
export interface StoredRecord {
  /** The subject in the audit log. */
  subject: AuditSubject;
  /** The table, with the alias `r`. */
  table: string;
  /** The joins that the other properties need. */
  joins: string;
  organisationId: string;
  /** The vehicle of the record; `NULL::int` if there is none. */
  vehicleId: string;
  /** The name of the record. */
  name: string;
  /** ` AND …` that excludes deleted records. */
  andThere: string;
  /** Records that nobody can see any more; null if the kind has none. There are few of them. */
  gone: string | null;
  /** ` AND …` that limits to the records visible in the scope, and excludes those of deleted records. */
  andShown: (scope: Scope) => string;
  change: RecordChange;
  /** There are too many to collect all for a query about files: they are looked up one by one. */
  many?: true;
  /** How the audit log shows it; null if it has no values there. */
  audit: Audit | null;
  /** How it is found; null for a kind that has no words of its own. */
  search: Search | null;
  /** The unique indexes that a person can violate, each with its field and fault. */
  conflicts?: Readonly<Record<string, Conflict>>;
  /** The most that an organisation can have. */
  most?: number;
}

export const OWN = {
  joins: '',
  organisationId: 'r.organisation_id',
  vehicleId: 'NULL::int',
  name: 'r.name',
  andThere: ' AND r.deleted_at IS NULL',
  gone: 'r.deleted_at IS NOT NULL',
};

/** ` AND …`: records that concern all vehicles of an organisation are not visible to limited people. */
export const ofEverybody = ({ limit }: Scope): string => (limit === null ? '' : ' AND false');
