import type { OperationOutput } from '@milepost/contract/operation';
import type { Operations } from '@milepost/contract/operations';
import { inTreeOrder } from '../organisations/organisation-tree.ts';

export type UserChoices = OperationOutput<Operations['get-user-choices']>;

/** An organisation and its visible ancestors, the nearest first. */
function lineOf({ organisations }: Pick<UserChoices, 'organisations'>, organisationId: number): number[] {
  const parent = organisations.find(({ id }) => id === organisationId)?.parentId;
  return parent == null ? [organisationId] : [organisationId, ...lineOf({ organisations }, parent)];
}

/** The roles that a person of an organisation can have: its own, and those of its ancestors. */
export function rolesFor(choices: UserChoices, organisationId: number): UserChoices['roles'] {
  const line = lineOf(choices, organisationId);
  return choices.roles.filter((role) => line.includes(role.organisationId));
}

/** The options of roles; if two have the same name, each shows its organisation. */
export function roleOptions(choices: UserChoices, roles: UserChoices['roles']) {
  const names = new Map(choices.organisations.map(({ id, name }) => [id, name]));
  return roles.map(({ id, name, organisationId }) => {
    const twice = roles.some((other) => other.id !== id && other.name === name);
    return { value: id, label: twice ? `${name} (${names.get(organisationId) ?? ''})` : name };
  });
}

/** The defaults for a new person: the topmost visible organisation, and the fewest permissions. */
export function firstPlace(choices: UserChoices): { organisationId: number; roleId: number } {
  const organisationId = inTreeOrder(choices.organisations)[0]?.row.id ?? 0;
  return { organisationId, roleId: viewerOf(choices, organisationId) };
}

/** The view-only role, of the organisation itself or the nearest ancestor; 0 if there is none. */
function viewerOf(choices: UserChoices, organisationId: number): number {
  const viewers = choices.roles.filter(({ name }) => name === VIEWER);
  const near = lineOf(choices, organisationId).flatMap(
    (id) => viewers.find((role) => role.organisationId === id) ?? [],
  );
  return near[0]?.id ?? 0;
}

/** The server's name of the view-only starting role. */
const VIEWER = 'Viewer';
