import { z } from 'zod';
import { DOWNLOAD_BOUNDS, DownloadAnswer } from './download-operations.ts';
import { Fault, faultCode } from './fault.ts';
import { ID_INPUT, recordCalls } from './record-calls.ts';
import { grant, operation } from './operation.ts';
import { Empty, Id, Instant, listInput, listOutput, searchText, text, Version } from './common.ts';
import {
  RoleLimit,
  RoleLimitChoices,
  RoleLimitInput,
  VehicleLimit,
  VehicleLimitChoices,
  VehicleLimitInput,
} from './vehicle-limit.ts';

const users = grant('users');
const roles = grant('roles');
const menus = grant('menus');

export const User = z.object({
  id: Id,
  username: z.string(),
  displayName: z.string(),
  email: z.string().nullable(),
  roleId: Id,
  roleName: z.string(),
  organisationId: Id,
  organisationName: z.string(),
  state: z.enum(['active', 'invited', 'disabled', 'locked']),
  twoFactor: z.boolean(),
  lastSignInAt: Instant.nullable(),
  /** The person's own limit; null for none. Its labels only include what the caller can see. */
  limit: VehicleLimit.nullable(),
  /** The limit of the role. The person sees only what lies within both limits. */
  roleLimit: RoleLimit.nullable(),
  /**
   * False for the caller's own account, for accounts that see vehicles the caller cannot see, and for roles that are
   * not below the caller's.
   */
  manageable: z.boolean(),
  version: Version,
});
export type User = z.infer<typeof User>;

/** What an erasure of an account removes, and what stays under its number. */
export const UserErasure = z.object({
  sessions: z.number().int(),
  tokens: z.number().int(),
  /** List views, reports of their own and scheduled reports. */
  settings: z.number().int(),
  messages: z.number().int(),
  mails: z.number().int(),
  /** These stay under the number. */
  records: z.number().int(),
  auditEntries: z.number().int(),
  /** The driver whose account it is, which stays; null if there is none. */
  driver: z.string().nullable(),
  /** True for the caller's own account, whose user name must be typed. */
  own: z.boolean(),
  /** True: no administrator would remain. */
  last: z.boolean(),
  /** True: a legal hold covers mails or notifications of the account, so nothing can be erased. */
  held: z.boolean(),
});
export type UserErasure = z.infer<typeof UserErasure>;

export const Role = z.object({
  id: Id,
  name: z.string(),
  organisationId: Id,
  organisationName: z.string(),
  /** 1 is the highest. A person only manages roles with a greater number than that of the person's own role. */
  priority: z.number().int(),
  users: z.number().int(),
  /**
   * The most that a person with this role sees; null without a limit. Its labels only include what the caller can see.
   */
  limit: RoleLimit.nullable(),
  manageable: z.boolean(),
  version: Version,
});
export type Role = z.infer<typeof Role>;

/** The actions that a role grants on one menu. */
export const Grant = z.object({
  menuId: Id,
  key: z.string(),
  title: z.string(),
  parentTitle: z.string().nullable(),
  view: z.boolean(),
  create: z.boolean(),
  edit: z.boolean(),
  delete: z.boolean(),
  /** The actions that the caller can grant: nobody can grant a right that they do not have. */
  grantable: z.object({ view: z.boolean(), create: z.boolean(), edit: z.boolean(), delete: z.boolean() }),
});
export type Grant = z.infer<typeof Grant>;

const GrantInput = z.object({
  menuId: Id,
  view: z.boolean(),
  create: z.boolean(),
  edit: z.boolean(),
  delete: z.boolean(),
});

export const AdminMenu = z.object({
  id: Id,
  key: z.string(),
  parentId: Id.nullable(),
  title: z.string(),
  path: z.string(),
  icon: z.string(),
  /** The menu is shown when this is 0 or 1. */
  CM: z.number().int(),
  position: z.number().int(),
  version: Version,
});
export type AdminMenu = z.infer<typeof AdminMenu>;

export const AuditEntry = z.object({
  id: Id,
  at: Instant,
  username: z.string().nullable(),
  address: z.string().nullable(),
  /** The kind of record, such as `vehicle` or `role`. */
  subject: z.string(),
  subjectId: z.string(),
  /** The name of the record at the time; null for a record without a name. */
  subjectName: z.string().nullable(),
  action: z.string(),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

export const SignIn = z.object({
  id: Id,
  at: Instant,
  username: z.string(),
  address: z.string(),
  userAgent: z.string(),
  result: z.enum(['success', 'wrong-password', 'wrong-code', 'locked', 'disabled']),
});
export type SignIn = z.infer<typeof SignIn>;

export const ApiToken = z.object({
  id: Id,
  name: z.string(),
  username: z.string(),
  readOnly: z.boolean(),
  createdAt: Instant,
  expiresAt: Instant.nullable(),
  lastUsedAt: Instant.nullable(),
});
export type ApiToken = z.infer<typeof ApiToken>;

export const Mail = z.object({
  id: Id,
  at: Instant,
  to: z.string(),
  subject: z.string(),
  /** Never contains the link of an invitation or a password reset. */
  text: z.string(),
  /** `held`: no mail server is configured, so the mail is only stored here. */
  state: z.enum(['held', 'waiting', 'sent', 'failed']),
  fault: Fault.nullable(),
});
export type Mail = z.infer<typeof Mail>;

/**
 * The link of an invitation when no mail server can send it, for the inviting person to pass on. It is shown only once,
 * and only to a person who can edit users; otherwise null.
 */
const InvitationLink = z.string().nullable();

const roleCalls = recordCalls({
  view: roles('view'),
  remove: roles('delete'),
  limited: { view: 'allowed', remove: 'denied' },
  subject: 'role',
  audit: 'role',
  bounds: { 'grants[]': 'kinds that the code knows', 'groups[]': 10000 },
  output: RoleLimitChoices.extend({ role: Role, grants: z.array(Grant) }),
});

/** Users, roles, menus, organisations. */
export const adminOperations = {
  'get-user-list': operation({
    summary: "Lists users of the caller's organisations, a page at a time.",
    access: users('view'),
    limited: 'allowed',
    input: listInput(['username', 'displayName', 'roleName', 'organisationName', 'lastSignInAt']),
    output: listOutput(User),
  }),
  'get-user-by-id': operation({
    summary: 'Returns one user.',
    access: users('view'),
    limited: 'allowed',
    subject: 'user',
    errors: [404],
    ...ID_INPUT,
    output: z.object({ user: User }),
  }),
  'save-user': operation({
    summary: 'Creates or changes a user. A new user gets a link to choose a password.',
    access: users('save'),
    limited: 'allowed',
    subject: 'user',
    audit: ['user', 'api-token'],
    errors: [404, 409],
    example: { username: 'ana', displayName: 'Ana', email: 'ana@example.org', roleId: 999_999, organisationId: 1 },
    input: z.object({
      id: Id.optional(),
      username: text(60)
        .normalize('NFKC')
        .regex(/^[\p{L}\p{N}._@+-]+$/u, faultCode('username-letters')),
      displayName: text(80),
      email: z.email(faultCode('enter-email')).max(200, faultCode('at-most-characters')),
      roleId: Id,
      organisationId: Id,
      /** Null: the person sees every vehicle. Left out: unchanged. */
      limit: VehicleLimitInput.nullable().optional(),
      version: Version.optional(),
    }),
    output: z.object({ user: User, link: InvitationLink }),
  }),
  'get-user-choices': operation({
    summary:
      "Returns the roles and organisations that the caller may give to a user: roles below the caller's own, organisations of the caller's scope.",
    access: users('view'),
    limited: 'allowed',
    bounds: { 'roles[]': 10000, 'organisations[]': 10000 },
    input: Empty,
    output: z.object({
      roles: z.array(z.object({ id: Id, name: z.string(), organisationId: Id, limit: RoleLimit.nullable() })),
      rolesTotal: z.number().int(),
      organisations: z.array(z.object({ id: Id, name: z.string(), parentId: Id.nullable() })),
      organisationsTotal: z.number().int(),
    }),
  }),
  'get-limit-choices': operation({
    summary:
      'Returns the vehicles and groups of an organisation, and of those below it, that a user can be limited to.',
    access: users('view'),
    limited: 'allowed',
    errors: [404],
    example: { organisationId: 999_999 },
    bounds: { 'groups[]': 10000, 'vehicles[]': 'fifty, by the statement' },
    input: z.object({
      organisationId: Id,
      /** A part of the registration. */
      vehicle: searchText(100),
    }),
    output: VehicleLimitChoices,
  }),
  'set-user-disabled': operation({
    summary: 'Disables a user, or enables one again.',
    access: users('edit'),
    limited: 'allowed',
    subject: 'user',
    audit: 'user',
    errors: [404, 409],
    unversioned: 'sets one field to the value that the person chose',
    example: { id: 999_999, disabled: true },
    input: z.object({ id: Id, disabled: z.boolean() }),
    output: z.object({ user: User }),
  }),
  'send-password-link': operation({
    summary:
      'Sends a user a link to choose a new password, or the invitation again. Without a mail server the current password ends and a new invitation is returned.',
    access: users('edit'),
    limited: 'allowed',
    subject: 'user',
    audit: ['user', 'run-link', 'share', 'api-token'],
    errors: [404, 409],
    unversioned: 'acts once and overwrites nothing',
    ...ID_INPUT,
    output: z.object({ link: InvitationLink }),
  }),
  'force-sign-out': operation({
    summary: 'Ends all sessions of a user.',
    access: users('edit'),
    limited: 'allowed',
    subject: 'user',
    audit: ['user', 'run-link', 'share', 'api-token'],
    errors: [404],
    unversioned: 'acts once and overwrites nothing',
    ...ID_INPUT,
    output: z.object({ ended: z.number().int() }),
  }),
  'get-user-erasure': operation({
    summary: 'Returns what an erasure of a user account would remove and what would stay without the name.',
    access: users('view'),
    limited: 'denied',
    subject: 'user',
    errors: [404],
    ...ID_INPUT,
    output: UserErasure,
  }),
  'export-user-data': operation({
    summary:
      'Exports everything that is held on a user account as one ZIP with an index and tables as JSON and CSV, without passwords, keys and tokens. A longer one is written as a job in the list of downloads.',
    access: { ...users('delete'), person: true },
    limited: 'denied',
    subject: 'user',
    audit: 'user',
    weight: 'heavyToEnd',
    queue: 'reports',
    errors: [404, 409],
    unversioned: 'creates a new record',
    bounds: DOWNLOAD_BOUNDS,
    ...ID_INPUT,
    output: DownloadAnswer,
  }),
  'erase-user': operation({
    summary:
      'Erases the personal data of a user account: sign-in, sessions, tokens, settings, notifications and mails. What the person did stays under the number of the account. It cannot be undone. Erasing the own account requires its user name.',
    access: { ...users('delete'), person: true },
    limited: 'denied',
    subject: 'user',
    audit: ['user', 'run-link', 'share', 'api-token'],
    errors: [404, 409],
    unversioned: 'erases the whole record, whoever changed it last',
    example: { id: 999_999 },
    input: z.object({
      id: Id,
      /** The user name of the account, typed by the person; required for the own account. */
      confirmation: text(60).optional(),
    }),
    output: Empty,
  }),
  'reset-two-factor': operation({
    summary: 'Removes the second factor of a user who has lost it.',
    access: users('edit'),
    limited: 'allowed',
    subject: 'user',
    audit: 'user',
    errors: [404],
    unversioned: 'acts once and overwrites nothing',
    ...ID_INPUT,
    output: Empty,
  }),

  // The specification's role service: getRoleList, saveRole, getRoleByID, deleteRole, menu, user, priority.
  'get-role-list': operation({
    summary: "Lists the roles of the caller's organisations.",
    access: roles('view'),
    limited: 'allowed',
    bounds: { 'rows[]': 10000 },
    input: Empty,
    output: listOutput(Role),
  }),
  'get-starting-roles': operation({
    summary:
      "Returns the names of the starting roles that the caller's organisation does not have, as `add-starting-roles` would create them.",
    access: roles('view'),
    limited: 'allowed',
    bounds: { 'names[]': 'kinds that the code knows' },
    input: Empty,
    output: z.object({ names: z.array(z.string()) }),
  }),
  'add-starting-roles': operation({
    summary:
      "Adds the missing starting roles to the caller's organisation. They rank below the caller's role and grant no right that it lacks.",
    access: roles('create'),
    limited: 'denied',
    audit: 'role',
    errors: [409],
    unversioned: 'creates a new record',
    bounds: { 'names[]': 'kinds that the code knows' },
    input: Empty,
    output: z.object({ names: z.array(z.string()) }),
  }),
  'save-role': operation({
    summary: 'Creates or changes a role with its rights and its limit.',
    access: roles('save'),
    limited: 'denied',
    bodyBytes: 98_304,
    subject: 'role',
    audit: ['role', 'user'],
    errors: [404, 409],
    example: { name: 'Watcher', priority: 900, grants: [] },
    input: z.object({
      id: Id.optional(),
      name: text(60),
      priority: z.number(faultCode('enter-number')).int().min(1, faultCode('at-least')).max(1000, faultCode('at-most')),
      grants: z.array(GrantInput).max(500),
      /** Null: the role shows every vehicle. Left out: unchanged. */
      limit: RoleLimitInput.nullable().optional(),
      version: Version.optional(),
    }),
    output: z.object({ role: Role }),
  }),
  'get-role-by-id': roleCalls.byId('Returns one role with its rights and the groups that it can be limited to.'),
  'delete-role': roleCalls.deleted('Deletes a role that no user has.'),
  'get-role-menu': operation({
    summary: 'Returns the menus that the caller may grant and the groups that a new role can be limited to.',
    access: roles('view'),
    limited: 'allowed',
    bounds: { 'grants[]': 'kinds that the code knows', 'groups[]': 10000 },
    input: Empty,
    output: RoleLimitChoices.extend({ grants: z.array(Grant) }),
  }),
  'get-role-user': operation({
    summary: 'Lists the users who have a role.',
    access: roles('view'),
    limited: 'allowed',
    subject: 'role',
    errors: [404],
    bounds: { 'rows[]': 10000 },
    ...ID_INPUT,
    output: listOutput(z.object({ id: Id, username: z.string(), displayName: z.string() })),
  }),
  'get-role-priority': operation({
    summary: 'Returns the priorities in use and the highest one that the caller may give.',
    access: roles('view'),
    csrf: 'none',
    limited: 'allowed',
    bounds: { 'used[]': 'each priority once, of those that the input allows' },
    input: Empty,
    output: z.object({ own: z.number().int(), lowest: z.number().int(), used: z.array(z.number().int()) }),
  }),

  'get-menu-list': operation({
    summary: 'Lists all menus in their order.',
    access: menus('view'),
    limited: 'allowed',
    bounds: { 'rows[]': 'kinds that the code knows' },
    input: Empty,
    output: z.object({ rows: z.array(AdminMenu) }),
  }),
  'save-menu': operation({
    summary: 'Changes the title, the icon and the state of a menu.',
    access: menus('edit'),
    limited: 'denied',
    subject: 'installation-wide',
    audit: 'menu',
    errors: [404, 409],
    example: { id: 999_999, title: 'Somewhere', icon: 'map', CM: 1 },
    input: z.object({
      id: Id,
      title: text(60),
      icon: text(60),
      CM: z.number().int().min(0).max(2),
      version: Version.optional(),
    }),
    output: z.object({ menu: AdminMenu }),
  }),
  'sort-menus': operation({
    summary: 'Sets the order of the menus of one level.',
    access: menus('edit'),
    limited: 'denied',
    subject: 'installation-wide',
    audit: 'menu',
    errors: [404, 409],
    seen: 'was',
    example: { ids: [999_999] },
    bounds: { 'rows[]': 'kinds that the code knows' },
    input: z.object({
      ids: z.array(Id).min(1).max(200),
      /**
       * The order that the caller saw. If it is left out, changes that somebody else made meanwhile are overwritten.
       */
      was: z.array(Id).max(200).optional(),
    }),
    output: z.object({ rows: z.array(AdminMenu) }),
  }),
};
