import { fieldError } from '../errors.ts';

/**
 * The organisations a caller may see: the own one and all below it. Every store function that reads or writes for a
 * person takes one and names it in its SQL (`organisation_id = ANY($n)`).
 */
export interface Scope {
  /** The caller's own organisation: new things belong to it. */
  organisationId: number;
  organisationIds: readonly number[];
  /** True for the organisation at the top of the tree. */
  root: boolean;
}

/**
 * The organisation that is meant, or the caller's own.
 * @throws AppError `not-found` at the field `organisationId`, outside the scope
 */
export function organisationOf(scope: Scope, id: number | undefined): number {
  if (id === undefined) return scope.organisationId;
  if (scope.organisationIds.includes(id)) return id;
  throw fieldError('not-found', { organisationId: 'no-organisation' });
}
