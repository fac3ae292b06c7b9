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
 * A table that holds data of a person. In its SQL, `r` is a row of the table and `p` the person, with the columns of
 * `DRIVER` or `USER`.
 */
export type PersonalTable = {
  /** SQL: true for the rows of the person. */
  rows: string;
  /** The steps of the erasure in their order, or why the rows stay. */
  erasure: readonly ErasureStep[] | { stays: string };
} & (
  | {
      section: PersonalSection;
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

/** SQL: the pattern of a text as whole words, in lower case. */
export const wholeWords = (text: string): string =>
  `'(^|[^[:alnum:]])' || ${literal(`lower(${text})`)} || '($|[^[:alnum:]])'`;

/** SQL: the pattern of texts as whole values of JSON; a key of an object is followed by a colon. */
export const wholeValues = (...texts: string[]): string =>
  `'(' || concat_ws('|', ${texts.map((text) => literal(`to_json(${text})::text`)).join(', ')}) || ')(?!:)'`;

/** SQL: a column of JSON with the alias of the person in place of the names, and whether it contains one of these. */
export const withAlias = (column: string): string =>
  `regexp_replace(${column}::text, p.values_pattern, to_json(p.alias)::text, 'g')::jsonb`;
export const hasName = (column: string): string => `coalesce(${column}::text ~ p.values_pattern, false)`;
