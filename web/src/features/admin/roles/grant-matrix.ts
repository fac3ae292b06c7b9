import type { Grant } from '@milepost/contract/admin-operations';
import { type Action, actionsOf } from '@milepost/contract/rights';

export const ACTIONS = ['view', 'create', 'edit', 'delete'] as const satisfies readonly Action[];

/** The state of the boxes that the caller may change: all set, some, or none; null if there are none. */
export type TriState = 'all' | 'some' | 'none' | null;

/** True if there is a box: the menu has that action. */
export const isMeant = ({ key }: Grant, action: Action): boolean => actionsOf(key).includes(action);

/** True if it can be changed. */
const isFree = (grant: Grant, action: Action): boolean => isMeant(grant, action) && grant.grantable[action];

/** Create, edit and delete imply view; without view, nothing else is granted. */
function settled(grant: Grant, action: Action, on: boolean): Grant {
  const next = { ...grant, [action]: on };
  if (action !== 'view' && on) return grant.view || grant.grantable.view ? { ...next, view: true } : grant;
  if (action === 'view' && !on) {
    const isRequired = ACTIONS.some((other) => other !== 'view' && grant[other] && !grant.grantable[other]);
    return isRequired ? grant : { ...next, create: false, edit: false, delete: false };
  }
  return next;
}

/** Sets one box, and the boxes that it implies; a box that the caller may not grant stays unchanged. */
export function setBox(grants: readonly Grant[], menuId: number, action: Action, on: boolean): Grant[] {
  return grants.map((grant) => (grant.menuId === menuId && isFree(grant, action) ? settled(grant, action, on) : grant));
}

/** Sets every box of a menu. */
export function setRow(grants: readonly Grant[], menuId: number, on: boolean): Grant[] {
  return ACTIONS.reduce<Grant[]>((all, action) => setBox(all, menuId, action, on), [...grants]);
}

/** Sets one action on every menu. */
export function setColumn(grants: readonly Grant[], action: Action, on: boolean): Grant[] {
  return grants.reduce<Grant[]>((all, { menuId }) => setBox(all, menuId, action, on), [...grants]);
}

export const rowState = (grant: Grant): TriState =>
  stateOf(ACTIONS.filter((action) => isFree(grant, action)).map((action) => grant[action]));

export const columnState = (grants: readonly Grant[], action: Action): TriState =>
  stateOf(grants.filter((grant) => isFree(grant, action)).map((grant) => grant[action]));

function stateOf(boxes: boolean[]): TriState {
  if (boxes.length === 0) return null;
  if (boxes.every(Boolean)) return 'all';
  return boxes.some(Boolean) ? 'some' : 'none';
}

/**
 * Merges the grants of a role after two people changed it: my changes stay, everything else becomes theirs.
 * @param opened the original grants
 */
export function mergeGrants(opened: readonly Grant[], mine: readonly Grant[], theirs: readonly Grant[]): Grant[] {
  const before = new Map(opened.map((grant) => [grant.menuId, grant]));
  const chosen = new Map(mine.map((grant) => [grant.menuId, grant]));
  return theirs.map((grant) => {
    const [was, is] = [before.get(grant.menuId), chosen.get(grant.menuId)];
    if (!was || !is) return grant;
    const next = { ...grant };
    for (const action of ACTIONS) if (is[action] !== was[action]) next[action] = is[action];
    return { ...next, view: next.view || next.create || next.edit || next.delete };
  });
}
