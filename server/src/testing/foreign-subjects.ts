import type { Operation, SubjectKind } from '@milepost/contract/operation';
import { type OperationName, OPERATIONS } from '@milepost/contract/operations';

/** The kinds of records that an id can refer to. */
export type ForeignSubject = Exclude<SubjectKind, 'installation-wide'>;

/** The kind of record that an id in an operation's input refers to; undefined when it refers to no owned record. */
export function subjectOf(name: OperationName): ForeignSubject | undefined {
  const { subject }: Operation = OPERATIONS[name];
  return subject === 'installation-wide' ? undefined : subject;
}
