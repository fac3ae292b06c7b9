import type { RouteSpec, SubjectKind } from '@milepost/contract/route';
import { type RouteName, ROUTES } from '@milepost/contract/routes';

/** The kinds of records that an id can refer to. */
export type ForeignSubject = Exclude<SubjectKind, 'installation-wide'>;

/** The kind of record that an id in an operation's input refers to; undefined when it refers to no owned record. */
export function subjectOf(name: RouteName): ForeignSubject | undefined {
  const { subject }: RouteSpec = ROUTES[name];
  return subject === 'installation-wide' ? undefined : subject;
}
