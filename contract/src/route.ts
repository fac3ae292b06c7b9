import type { z } from 'zod';
import type { Failure } from './body-status.ts';
import type { Action, MenuKey } from './rights.ts';

/** What a route does on a menu. `save` creates where the input has no `id`, and else edits; it answers what is seen. */
export type RouteAction = Action | 'save';

/**
 * Who may call a route: anyone, anyone signed in, a person at a browser about the own account (`person`: what an API
 * token must not reach), or those whose role grants the action on the menu or on one of `or` (`person`: again not through an API token).
 * To save needs `view`, and `create` or `edit`. The organisation is not named here because it is never the caller's choice: every store function takes the caller's scope.
 */
export type Access =
  | 'anyone'
  | 'signedIn'
  | 'person'
  | { menu: MenuKey; or?: readonly MenuKey[]; action: RouteAction; person?: true };

/** Access of whom the role grants an action on the menu. */
export const grant = (menu: MenuKey) => (action: RouteAction) => ({ menu, action }) as const;

/**
 * What the `X-CSRFToken` header must hold (specification, section 7): nothing, the fixed value, the pre-login token or
 * the session's token. Every call but the token calls is checked for Origin and `X-XSRF-TOKEN` besides.
 */
export type CsrfHeader = 'none' | 'fixed' | 'preLogin' | 'session';

export interface RouteSpec<Input extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType> {
  access: Access;
  /** Whether it may also be called in a session in which a second factor is still to be set up. */
  whileSettingUp?: true;
  csrf: CsrfHeader;
  input: Input;
  output: Output;
}

/** One entry of the route table; keeps the types of its schemas. */
export function route<Input extends z.ZodType, Output extends z.ZodType>(
  spec: RouteSpec<Input, Output>,
): RouteSpec<Input, Output> {
  return spec;
}

export type RouteInput<Spec extends RouteSpec> = z.input<Spec['input']>;
export type ParsedInput<Spec extends RouteSpec> = z.output<Spec['input']>;
export type RouteOutput<Spec extends RouteSpec> = z.output<Spec['output']>;
/** What a call returns: the output with status 200, or a failure. */
export type Answer<Spec extends RouteSpec> = ({ status: 200 } & RouteOutput<Spec>) | Failure;
