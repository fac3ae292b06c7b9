import type { RouteName } from '@milepost/contract/routes';
import type { Caller } from '../store/people/callers.ts';
import { AppError } from '../errors.ts';
import type { OpenRouteName } from './handler.ts';
import { FLEET_CALLS } from './limited/fleet-calls.ts';
import { OFFICE_CALLS } from './limited/office-calls.ts';
import { PEOPLE_CALLS } from './limited/people-calls.ts';

/** A part of `FOR_LIMITED`. */
export type LimitedCalls = Partial<Record<Exclude<RouteName, OpenRouteName>, boolean>>;

/**
 * Which calls are open to people limited to some vehicles. `true`: answer and change stay within the limit, or concern
 * no vehicle. `false`: calls about the whole organisation, and logs and mails, whose texts may name any vehicle.
 */
const FOR_LIMITED: Record<Exclude<RouteName, OpenRouteName>, boolean> = {
  ...FLEET_CALLS,
  ...PEOPLE_CALLS,
  ...OFFICE_CALLS,
};

const isListed = (name: RouteName): name is keyof typeof FOR_LIMITED => Object.hasOwn(FOR_LIMITED, name);

/** @throws AppError `denied` for a limited person, when the call concerns more than their vehicles */
export function checkLimit(name: RouteName, caller: Caller): void {
  if (caller.scope.limit === null || (isListed(name) && FOR_LIMITED[name])) return;
  throw new AppError('denied', 'limit-all');
}
