import type { z } from 'zod';
import type { Failure } from './body-status.ts';
import type { Action, MenuKey } from './rights.ts';

/** What a route does on a menu. `save` creates where the input has no `id`, and else edits; it answers what is seen. */
export type RouteAction = Action | 'save';

/**
 * Who may call a route: anyone, anyone signed in, whoever may do the same with the record or kind that the input names (`byRecord`: its handler decides), a person at a browser about the own account (`person`: what an API
 * token must not reach), or those whose role grants the action on the menu or on one of `or` (`person`: again not through an API token).
 * To save needs `view`, and `create` or `edit`. The organisation is not named here because it is never the caller's choice: every store function takes the caller's scope.
 */
export type Access =
  | 'anyone'
  | 'signedIn'
  | 'byRecord'
  | 'person'
  | { menu: MenuKey; or?: readonly MenuKey[]; action: RouteAction; person?: true };

/** Access of whom the role grants an action on the menu. */
export const grant = (menu: MenuKey) => (action: RouteAction) => ({ menu, action }) as const;

/**
 * What the `X-CSRFToken` header must hold (specification, section 7): nothing, the fixed value, the pre-login token or
 * the session's token. Every call but the token calls is checked for Origin and `X-XSRF-TOKEN` besides.
 */
export type CsrfHeader = 'none' | 'fixed' | 'preLogin' | 'session';

/**
 * How long a call may take and who waits for it. `vital`: a browser asks for it before it shows anything, so that it is answered
 * while everything else is slow. `heavy`: it reads much of the past or many organisations; such calls have connections of
 * their own, come in turns by customer, and end when their caller has gone. `heavyToEnd`: goes on without its caller.
 */
export type RouteWeight = 'vital' | 'heavy' | 'heavyToEnd';

/** What an id names. `installation-wide` is of no organisation: the menu and the device ports are everybody's. */
export type SubjectKind =
  | 'vehicle'
  | 'group'
  | 'driver'
  | 'assignment'
  | 'device'
  | 'installation'
  | 'import'
  | 'sensor'
  | 'sensorProfile'
  | 'reading'
  | 'ownField'
  | 'bulk'
  | 'rule'
  | 'fence'
  | 'expense'
  | 'document'
  | 'outlet'
  | 'territory'
  | 'depot'
  | 'route'
  | 'routePlan'
  | 'routeRun'
  | 'runLink'
  | 'driverReceipt'
  | 'contact'
  | 'task'
  | 'servicePlan'
  | 'subscription'
  | 'view'
  | 'commandTemplate'
  | 'share'
  | 'command'
  | 'session'
  | 'notification'
  | 'user'
  | 'role'
  | 'organisation'
  | 'token'
  | 'alarm'
  | 'webhook'
  | 'pushBrowser'
  | 'place'
  | 'plan'
  | 'invoice'
  | 'payment'
  | 'serviceRecord'
  | 'workOrder'
  | 'checklist'
  | 'inspection'
  | 'budget'
  | 'recurring'
  | 'message'
  | 'download'
  | 'schedule'
  | 'savedReport'
  | 'installation-wide';

/** Largest body of any call, bytes. */
export const BODY_LIMIT = 1_048_576;
/** Largest body of a call that does not say otherwise, bytes; the forms of the application send far less. */
const BODY_BYTES = 32_768;
export const bodyBytesOf = ({ bodyBytes }: RouteSpec): number => bodyBytes ?? BODY_BYTES;

/** A call of the contract: all that the server, its tests and its documentation know about it. */
export interface RouteSpec<
  Input extends z.ZodType = z.ZodType,
  Output extends z.ZodType = z.ZodType,
  Who extends Access = Access,
> {
  access: Who;
  /** Whether it may also be called in a session in which a second factor is still to be set up. */
  whileSettingUp?: true;
  csrf: CsrfHeader;
  /**
   * Whether people limited to some vehicles may call it. `allowed`: answer and change stay within the limit, or concern no
   * vehicle. `denied`: it concerns the whole organisation, or logs and mails, whose texts may name any vehicle.
   */
  limited?: 'allowed' | 'denied';
  weight?: RouteWeight;
  /**
   * Calls of one queue wait for each other before they wait for anything else: reports and proposals of a person, photos of a
   * link.
   */
  queue?: 'reports' | 'proposals' | 'photos';
  /** Largest body, bytes; `BODY_BYTES` where left out. More for photos, shapes, many ids and files in parts. */
  bodyBytes?: number;
  /** What `id`, `ids` or `earlier` of the input name. */
  subject?: SubjectKind;
  /**
   * An input that it takes, for tests that walk all calls and for its documentation; an empty one where left out. Its ids are
   * of nothing that exists, so that it changes nothing.
   */
  example?: NoInfer<z.input<Input>>;
  /**
   * Why a list of the answer without pages does not grow without an end, by its path: what bounds it, in words, or the most
   * that is given. In that case the answer says beside it how many there are: `total` of `rows`, `groupsTotal` of `groups`.
   */
  bounds?: Readonly<Record<string, string | number>>;
  input: Input;
  output: Output;
}

/** An entry as it is written: the session's token is the usual one, and whoever signs in may be limited. */
type RouteEntry<Input extends z.ZodType, Output extends z.ZodType, Who extends Access> = Omit<
  RouteSpec<Input, Output, Who>,
  'csrf' | 'limited'
> & { csrf?: CsrfHeader } & (Who extends 'anyone' ? unknown : Required<Pick<RouteSpec, 'limited'>>);

/** One entry of the route table; keeps the types of its schemas. */
export function route<Input extends z.ZodType, Output extends z.ZodType, const Who extends Access>(
  entry: RouteEntry<Input, Output, Who>,
): RouteSpec<Input, Output, Who> {
  return { csrf: 'session', ...entry };
}

export const isHeavy = ({ weight }: RouteSpec): boolean => weight === 'heavy' || weight === 'heavyToEnd';

export type RouteInput<Spec extends RouteSpec> = z.input<Spec['input']>;
export type ParsedInput<Spec extends RouteSpec> = z.output<Spec['input']>;
export type RouteOutput<Spec extends RouteSpec> = z.output<Spec['output']>;
/** What a call returns: the output with status 200, or a failure. */
export type Answer<Spec extends RouteSpec> = ({ status: 200 } & RouteOutput<Spec>) | Failure;
