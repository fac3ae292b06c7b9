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
