import { z } from 'zod';
import type { AuditSubject } from './audit-subjects.ts';
import { Empty, Id } from './common.ts';
import type { Limited, MenuAccess, Operation, SubjectKind } from './operation.ts';

const ById = z.object({ id: Id });
/** The input of a call that only takes an id, with its example: an id that does not exist. */
export const ID_INPUT = { example: { id: 999_999 }, input: ById } as const;

interface RecordCalls<Output extends z.ZodType> {
  view: MenuAccess;
  /** The access required to delete and to restore it. */
  remove: MenuAccess;
  /**
   * Whether people limited to some vehicles can use the calls: all of them, or separately those that view and those
   * that remove.
   */
  limited: Limited | { view: Limited; remove: Limited };
  subject: SubjectKind;
  audit: AuditSubject | readonly AuditSubject[];
  bounds?: Operation['bounds'];
  output: Output;
}

/**
 * Creates the entries of calls that only take the id of one record. They differ in their summaries.
 * @param output the record, as it is viewed and as it is after being restored
 */
export function recordCalls<Output extends z.ZodType>({
  view,
  remove,
  limited,
  subject,
  audit,
  bounds,
  output,
}: RecordCalls<Output>) {
  const [viewLimit, removeLimit] = typeof limited === 'object' ? [limited.view, limited.remove] : [limited, limited];
  const shared = { csrf: 'session', subject, ...ID_INPUT } as const;
  const removing = { ...shared, access: remove, limited: removeLimit, audit };
  const answer = { ...(bounds && { bounds }), output };
  return {
    byId: (summary: string): Operation<typeof ById, Output, MenuAccess> => ({
      summary,
      ...shared,
      access: view,
      limited: viewLimit,
      errors: [404],
      ...answer,
    }),
    deleted: (summary: string): Operation<typeof ById, typeof Empty, MenuAccess> => ({
      summary,
      ...removing,
      errors: [404, 409],
      unversioned: 'deletes the whole record, whoever changed it last',
      output: Empty,
    }),
    restored: (summary: string): Operation<typeof ById, Output, MenuAccess> => ({
      summary,
      ...removing,
      errors: [404, 409],
      unversioned: 'restores the record as it was deleted',
      ...answer,
    }),
  };
}
