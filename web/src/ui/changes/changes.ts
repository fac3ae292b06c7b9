type Values = Record<string, unknown> | null;

export interface Change {
  field: string;
  /** Null if the field was, or is, empty. */
  before: string | null;
  after: string | null;
}

/** The changes of an entry of the audit log, field by field; unchanged fields are omitted. */
export function changesOf(before: Values, after: Values): Change[] {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return fields
    .map((field) => ({ field, before: textOf(before?.[field]), after: textOf(after?.[field]) }))
    .filter((change) => change.before !== change.after);
}

function textOf(value: unknown): string | null {
  if (value === undefined || value === null || value === '') return null;
  return typeof value === 'string' ? value : JSON.stringify(value);
}
