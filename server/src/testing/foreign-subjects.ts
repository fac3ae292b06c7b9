import type { RouteSpec, SubjectKind } from '@milepost/contract/route';
import { type RouteName, ROUTES } from '@milepost/contract/routes';

/** What somebody's id may name. */
export type ForeignSubject = Exclude<SubjectKind, 'installation-wide'>;

/** What an id of a call's input names; undefined where it names nothing that is somebody's. */
export function subjectOf(name: RouteName): ForeignSubject | undefined {
  const { subject }: RouteSpec = ROUTES[name];
  return subject === 'installation-wide' ? undefined : subject;
}
