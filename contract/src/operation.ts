import type { z } from 'zod';
import type { AuditSubject } from './audit-subjects.ts';
import type { Failure } from './body-status.ts';
import type { RecordKind } from './record-kinds.ts';
import type { Action, MenuKey } from './rights.ts';

/**
 * The action of a call on a menu. `save` creates if the input has no `id`, and otherwise edits; its reply is what the
 * caller can see.
 */
export type OperationAction = Action | 'save';

/**
 * The callers of an operation. `anyone`. `signedIn`: anyone signed in. `byRecord`: anyone with the same right to the
 * record or kind in the input, checked by the handler. `person`: a person in a browser, about their own account,
 * without access by API tokens. Otherwise: roles that grant the action on the menu or on one of `or` (with `person`:
 * again without API tokens). Saving requires `view`, and `create` or `edit`. The organisation is not part of it because
 * the caller never chooses it: every store function takes the caller's scope.
 */
export type Access = 'anyone' | 'signedIn' | 'byRecord' | 'person' | MenuAccess;
export interface MenuAccess {
  menu: MenuKey;
  or?: readonly MenuKey[];
  action: OperationAction;
  person?: true;
}

/** Access for roles that grant an action on the menu. */
export const grant = (menu: MenuKey) => (action: OperationAction) => ({ menu, action }) as const;

/**
 * The required content of the `X-CSRFToken` header (specification, section 7): nothing, the fixed value, the pre-login
 * token or the session's token. Every call except the token calls is also checked for Origin and `X-XSRF-TOKEN`.
 */
export type CsrfHeader = 'none' | 'fixed' | 'preLogin' | 'session';

/**
 * The cost of a call and its scheduling. `vital`: a browser needs it before it shows anything, so it is answered even
 * while everything else is slow. `heavy`: reads much of the past or many organisations; such calls have their own
 * connections, are scheduled round-robin by customer, and are cancelled when their caller disconnects. `heavyToEnd`:
 * continues without its caller.
 */
export type OperationWeight = 'vital' | 'heavy' | 'heavyToEnd';

type CamelCase<Kind extends string> = Kind extends `${infer First}-${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : Kind;

/**
 * The kind of record behind an id. `installation-wide` belongs to no organisation: the menu and the device ports are
 * shared by all.
 */
export type SubjectKind =
  | CamelCase<Exclude<RecordKind, 'run'>>
  | 'group'
  | 'assignment'
  | 'installation'
  | 'import'
  | 'sensor'
  | 'sensorProfile'
  | 'reading'
  | 'ownField'
  | 'bulk'
  | 'rule'
  | 'depot'
  | 'routePlan'
  | 'routeRun'
  | 'runLink'
  | 'driverReceipt'
  | 'view'
  | 'commandTemplate'
  | 'share'
  | 'command'
  | 'session'
  | 'notification'
  | 'user'
  | 'role'
  | 'organisation'
  | 'legalHold'
  | 'privateRule'
  | 'privateMark'
  | 'token'
  | 'webhook'
  | 'mail'
  | 'pushBrowser'
  | 'place'
  | 'plan'
  | 'payment'
  | 'serviceRecord'
  | 'checklist'
  | 'budget'
  | 'recurring'
  | 'download'
  | 'schedule'
  | 'savedReport'
  | 'installation-wide';

/** The largest body of any call in bytes. */
export const BODY_LIMIT = 1_048_576;
/** The default limit of a call's body in bytes; the forms of the application send far less. */
const BODY_BYTES = 32_768;
export const bodyBytesOf = ({ bodyBytes }: Operation): number => bodyBytes ?? BODY_BYTES;

/** Whether people limited to some vehicles can use the call. */
export type Limited = 'allowed' | 'denied';

/** A call of the contract, with everything that the server, its tests and its documentation need. */
export interface Operation<
  Input extends z.ZodType = z.ZodType,
  Output extends z.ZodType = z.ZodType,
  Who extends Access = Access,
> {
  /**
   * The purpose of the call, for people who integrate with it: one sentence, and more if it has effects that they need
   * to know.
   */
  summary: string;
  access: Who;
  /** Also allowed in a session that still has to set up a second factor. */
  whileSettingUp?: true;
  csrf: CsrfHeader;
  /**
   * Whether people limited to some vehicles can use it. `allowed`: reply and change stay within the limit, or concern
   * no vehicle. `denied`: it concerns the whole organisation, or logs and mails, whose texts can name any vehicle.
   */
  limited?: Limited;
  weight?: OperationWeight;
  /**
   * Calls of one queue wait for each other before anything else: reports and proposals of a person, photos of a link.
   */
  queue?: 'reports' | 'proposals' | 'photos';
  /** A heavy read that may come from a copy of the database, which has everything that was stored before the call. */
  readsCopy?: true;
  /** The largest body in bytes; `BODY_BYTES` if left out. Larger for photos, shapes, many ids and files in parts. */
  bodyBytes?: number;
  /** The largest body limits the input: its schema allows more, and the browser sends larger inputs in parts. */
  boundByBody?: true;
  /** The kind of record of `id`, `ids` or `earlier` in the input. */
  subject?: SubjectKind;
  /** The subjects of its entries in the audit log; left out: none. */
  audit?: AuditSubject | readonly AuditSubject[];
  /** The statuses of its failures, in addition to 422 for its input and those of every call: 400, 403, 429 and 500. */
  errors?: readonly (404 | 409)[];
  /** Why a changing call does not take the `version` that the caller read. */
  unversioned?: string;
  /** The input that replaces a version: it shows what the caller read. */
  seen?: keyof z.input<Input>;
  /** Why a single right covers both creating and changing, with an optional `id` in the input. */
  oneRight?: string;
  /**
   * A valid input, for tests that walk all calls and for the documentation; left out: an empty one. Its ids do not
   * exist, so that the call changes nothing.
   */
  example?: NoInfer<z.input<Input>>;
  /**
   * The bound of each unpaged list of the reply, by path: in words, or as a maximum length. With a maximum, the reply
   * also contains the full count: `total` for `rows`, `groupsTotal` for `groups`.
   */
  bounds?: Readonly<Record<string, string | number>>;
  input: Input;
  output: Output;
}

/** An entry as written: the session's token is the default, and everyone who can sign in may be limited. */
type OperationEntry<Input extends z.ZodType, Output extends z.ZodType, Who extends Access> = Omit<
  Operation<Input, Output, Who>,
  'csrf' | 'limited'
> & { csrf?: CsrfHeader } & (Who extends 'anyone' ? unknown : Required<Pick<Operation, 'limited'>>);

/** Creates one entry of the table of calls and keeps the types of its schemas. */
export function operation<Input extends z.ZodType, Output extends z.ZodType, const Who extends Access>(
  entry: OperationEntry<Input, Output, Who>,
): Operation<Input, Output, Who> {
  return { csrf: 'session', ...entry };
}

export const auditedBy = ({ audit = [] }: Operation): readonly AuditSubject[] =>
  typeof audit === 'string' ? [audit] : audit;

export const isHeavy = ({ weight }: Operation): boolean => weight === 'heavy' || weight === 'heavyToEnd';

export type OperationInput<Spec extends Operation> = z.input<Spec['input']>;
export type ParsedInput<Spec extends Operation> = z.output<Spec['input']>;
export type OperationOutput<Spec extends Operation> = z.output<Spec['output']>;
/** The reply of a call: the output with status 200, or a failure. */
export type Answer<Spec extends Operation> = ({ status: 200 } & OperationOutput<Spec>) | Failure;
