import type { RouteOutput } from '@milepost/contract/route';
import type { RouteTable } from '@milepost/contract/routes';
import { inTreeOrder } from '../organisations/organisation-tree.ts';

export type UserChoices = RouteOutput<RouteTable['get-user-choices']>;

/** An organisation and those above it, as far as they are seen, the nearest first. */
function lineOf({ organisations }: Pick<UserChoices, 'organisations'>, organisationId: number): number[] {
  const parent = organisations.find(({ id }) => id === organisationId)?.parentId;
  return parent == null ? [organisationId] : [organisationId, ...lineOf({ organisations }, parent)];
}

/** The roles that somebody of an organisation can have: those of it, and those of the ones above. */
export function rolesFor(choices: UserChoices, organisationId: number): UserChoices['roles'] {
  const line = lineOf(choices, organisationId);
  return choices.roles.filter((role) => line.includes(role.organisationId));
}

/** Options of roles; where two bear one name, each with its organisation. */
export function roleOptions(choices: UserChoices, roles: UserChoices['roles']) {
  const names = new Map(choices.organisations.map(({ id, name }) => [id, name]));
  return roles.map(({ id, name, organisationId }) => {
    const twice = roles.some((other) => other.id !== id && other.name === name);
    return { value: id, label: twice ? `${name} (${names.get(organisationId) ?? ''})` : name };
  });
}

/** Where somebody new belongs unless another place is chosen: the topmost organisation that is seen, and least rights. */
export function firstPlace(choices: UserChoices): { organisationId: number; roleId: number } {
  const organisationId = inTreeOrder(choices.organisations)[0]?.row.id ?? 0;
  return { organisationId, roleId: viewerOf(choices, organisationId) };
}

/** The role that only looks, of the organisation itself or the nearest above; 0 where there is none. */
function viewerOf(choices: UserChoices, organisationId: number): number {
  const viewers = choices.roles.filter(({ name }) => name === VIEWER);
  const near = lineOf(choices, organisationId).flatMap(
    (id) => viewers.find((role) => role.organisationId === id) ?? [],
  );
  return near[0]?.id ?? 0;
}

/** As the server names the role that is there from the start. */
const VIEWER = 'Viewer';
