import type { MenuKey } from '@milepost/contract/menus';

/** The headings of the index of an export, under which its tables are listed. */
export const PERSONAL_SECTIONS = [
  'profile',
  'access',
  'settings',
  'driving',
  'work',
  'messages',
  'files',
  'log',
] as const;
export type PersonalSection = (typeof PERSONAL_SECTIONS)[number];

/** One statement of an erasure: deletes the rows, or sets columns of them. */
export interface ErasureStep {
  /** SQL: the assignments of columns; left out: the rows are deleted. */
  set?: string;
  /** SQL: true for the rows of this step; left out: for all rows of the person. */
  rows?: string;
}

/**
 * The parameters of `DRIVER` and `USER`: the person, the organisations that the caller sees, and the menus that the
 * caller may view, which only matter for an export.
 */
export type PersonValues = readonly [id: number, organisationIds: readonly number[], menus: readonly MenuKey[]];

/**
 * A table that holds data of a person. In its SQL, `r` is a row of the table and `p` the person, with the columns of
 * `DRIVER` or `USER`. A row is the person's by the ids in it, never because a text in it equals a name or an address,
 * which anybody can enter.
 */
export type PersonalTable = {
  /** SQL: true for the rows of the person. */
  rows: string;
  /** The steps of the erasure in their order, or why the rows stay. */
  erasure: readonly ErasureStep[] | { stays: string };
} & (
  | {
      section: PersonalSection;
      /** The menu whose right to view is needed to read such rows; left out: that over the person is enough. */
      menu?: MenuKey;
      /** Columns that are not exported, such as data of other people. Secrets never are; see `isExported`. */
      withheld?: readonly string[];
    }
  | { notExported: string }
);

/** The tables of one kind of person. Erasures proceed in their order: rows that others are found by come later. */
export type PersonalTables = Readonly<Record<string, PersonalTable>>;

/** The columns of secrets, of keys of facts and of texts for searching, in whichever table. */
const NEVER = /hash$|^key$|^secret|^words$|_words$|^p256dh$|^auth$|^endpoint$|^name_key$|^tag_keys$/;
export const isExported = (column: string, type: string, withheld: readonly string[] = []): boolean =>
  !NEVER.test(column) && type !== 'bytea' && !withheld.includes(column);

/** SQL: a text in which regular expressions find nothing but the text itself. */
const literal = (text: string) => `regexp_replace(${text}, '([^[:alnum:][:space:]])', '\\\\\\1', 'g')`;

/** SQL: the pattern of a text as whole words. */
export const wholeWords = (text: string): string => `'(^|[^[:alnum:]])' || ${literal(text)} || '(?=$|[^[:alnum:]])'`;

/** SQL: a text with the alias of the person in place of the name, where that is a whole word. */
export const withoutWords = (column: string): string =>
  `regexp_replace(r.${column}, p.words_pattern, '\\1' || p.alias, 'gi')`;

/** SQL: the pattern of a text as the whole value of some keys of an object of JSON. */
export const valueOf = (keys: readonly string[], text: string): string =>
  `'("(?:${keys.join('|')})": )' || ${literal(`to_json(${text})::text`)}`;

/** SQL: a column of JSON with the alias of the person in place of the values that a pattern finds. */
export const withAlias = (column: string, ...patterns: string[]): string =>
  `${patterns.reduce((text, pattern) => `regexp_replace(${text}, p.${pattern}, '\\1' || to_json(p.alias)::text, 'g')`, `r.${column}::text`)}::jsonb`;
export const hasValue = (column: string, pattern: string): string =>
  `coalesce(r.${column}::text ~ p.${pattern}, false)`;

/** SQL: the number of rows of a table that an erasure deletes; where it deletes none, of the rows of the person. */
export function countSql(tables: PersonalTables, name: string): string {
  const { rows, erasure } = tables[name] ?? { rows: 'false', erasure: [] };
  const deleting = 'stays' in erasure ? [] : erasure.filter(({ set }) => set === undefined);
  const counted = deleting.length === 0 ? [rows] : deleting.map((step) => step.rows ?? rows);
  return `(SELECT count(*) FROM ${name} r, p WHERE ${counted.map((sql) => `(${sql})`).join(' OR ')})`;
}
