import type { RouteSpec } from '@milepost/contract/route';
import type { Caller } from '../store/people/callers.ts';
import { AppError } from '../errors.ts';

/** @throws AppError `denied` for a limited person, when the call concerns more than their vehicles */
export function checkLimit({ access, limited }: RouteSpec, caller: Caller): void {
  if (caller.scope.limit === null || access === 'anyone' || limited === 'allowed') return;
  throw new AppError('denied', 'limit-all');
}
