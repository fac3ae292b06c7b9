import { z } from 'zod';
import { faultCode } from './fault.ts';
import { Empty, Id, Instant, listOutput, optionalText, text, Version } from './common.ts';
import { MIN_PASSWORD_LENGTH } from './constants.ts';
import { Severity } from './fact-operations.ts';
import { LANGUAGES } from './languages.ts';
import { operation } from './operation.ts';
import { LoginUserData } from './session-operations.ts';

export const UNIT_SYSTEMS = ['metric', 'imperial'] as const;

export const NewPassword = z
  .string(faultCode('enter-a-password'))
  .min(MIN_PASSWORD_LENGTH, faultCode('at-least-characters'))
  .max(200, faultCode('at-most-characters'));

/** A photo as a data URL of a JPEG, PNG or WebP, already scaled down by the browser. */
export const Photo = z
  .string()
  .max(200_000, faultCode('photo-large'))
  .regex(/^data:image\/(jpeg|png|webp);base64,[A-Za-z0-9+/=]+$/, faultCode('not-photo'));

const Email = z.email(faultCode('enter-email')).max(200, faultCode('at-most-characters'));

/** The IANA name of a time zone that this runtime knows; empty for the organisation's. */
export const TimeZone = z.string().max(60).refine(isTimeZone, faultCode('time-zone'));

function isTimeZone(name: string): boolean {
  if (name === '') return true;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

export const Profile = z.object({
  id: Id,
  username: z.string(),
  displayName: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  photo: z.string().nullable(),
  language: z.enum(LANGUAGES),
  /** The person's own; empty: the organisation's. */
  timeZone: z.string(),
  organisationTimeZone: z.string(),
  units: z.enum(UNIT_SYSTEMS),
  organisation: z.string(),
  roleName: z.string(),
  twoFactor: z.boolean(),
  /** The organisation requires a second factor of everybody, so it cannot be disabled. */
  twoFactorRequired: z.boolean(),
  recoveryCodesLeft: z.number().int(),
  /** Whether the bell shows notifications to this person. */
  notifications: z.boolean(),
  /** Whether this person is reminded of due records by the bell, and by mail. */
  reminderBell: z.boolean(),
  reminderMail: z.boolean(),
  /** The version of the account, which an administrator can also change. */
  version: Version,
});
export type Profile = z.infer<typeof Profile>;

export const SessionRow = z.object({
  id: Id,
  userId: Id,
  username: z.string(),
  address: z.string(),
  userAgent: z.string(),
  createdAt: Instant,
  lastSeenAt: Instant,
  /** True for the session of this call. */
  current: z.boolean(),
});
export type SessionRow = z.infer<typeof SessionRow>;

/** An entry of the bell. */
export const Notification = z.object({
  id: Id,
  at: Instant,
  kind: z.enum(['account', 'alarm', 'command', 'download', 'message', 'reminder', 'system']),
  title: z.string(),
  text: z.string(),
  /** The path that it opens; empty: none. */
  path: z.string(),
  /** The severity of its alarm; null if it is not about an alarm. */
  severity: Severity.nullable(),
  /** The event was long over when it became known: it appears in the bell without a pop-up. */
  quiet: z.boolean(),
  read: z.boolean(),
});
export type Notification = z.infer<typeof Notification>;

/** The code of the authenticator app. */
export const TotpCode = z
  .string()
  .trim()
  .regex(/^\d{6}$/, faultCode('six-digits'))
  .max(6);

/** The signed-in person's own account. `get-profile` and `update-profile` are the specification's getProfile and update. */
export const profileOperations = {
  'get-profile': operation({
    summary: "Returns the caller's profile.",
    access: 'person',
    limited: 'allowed',
    input: Empty,
    output: z.object({ profile: Profile }),
  }),
  'update-profile': operation({
    summary:
      "Changes the caller's profile. Another e-mail address requires the `password`, as links to choose a new password are sent there.",
    access: 'person',
    limited: 'allowed',
    bodyBytes: 655_360,
    audit: 'user',
    errors: [409],
    example: {
      displayName: 'Ana',
      language: 'en',
      timeZone: 'America/Montevideo',
      units: 'metric',
      notifications: true,
    },
    input: z.object({
      displayName: text(80),
      email: Email.nullish()
        .or(z.literal(''))
        .transform((value) => value || null),
      phone: optionalText(30),
      photo: Photo.nullish().transform((value) => value ?? null),
      language: z.enum(LANGUAGES),
      timeZone: TimeZone,
      units: z.enum(UNIT_SYSTEMS),
      notifications: z.boolean(),
      /** Left out: unchanged. */
      reminderBell: z.boolean().optional(),
      reminderMail: z.boolean().optional(),
      password: z.string().max(1000).optional(),
      version: Version.optional(),
    }),
    output: z.object({ profile: Profile }),
  }),
  'change-password': operation({
    summary: "Changes the caller's password.",
    access: 'person',
    limited: 'allowed',
    audit: ['user', 'run-link', 'share', 'api-token'],
    unversioned: 'requires the current password',
    example: { currentPassword: 'not this one', newPassword: 'a new long password' },
    input: z.object({
      currentPassword: z
        .string(faultCode('enter-current-password'))
        .min(1, faultCode('enter-current-password'))
        .max(1000, faultCode('at-most-characters')),
      newPassword: NewPassword,
      /** Whether this also revokes API tokens, the calendar link, links to vehicles and browser notifications. */
      endAccess: z.boolean().default(true),
      /** The push endpoint of this browser, whose notifications continue. */
      pushEndpoint: text(1000).optional(),
    }),
    output: Empty,
  }),
  'start-two-factor': operation({
    summary: 'Returns a new secret for a second factor, which takes effect with `confirm-two-factor`.',
    access: 'person',
    whileSettingUp: true,
    limited: 'allowed',
    errors: [409],
    unversioned: "belongs to the caller's own account, which one person changes",
    example: { password: 'not this one' },
    input: z.object({
      password: z
        .string(faultCode('enter-password'))
        .min(1, faultCode('enter-password'))
        .max(1000, faultCode('at-most-characters')),
    }),
    output: z.object({ secret: z.string(), uri: z.string() }),
  }),
  'confirm-two-factor': operation({
    summary: 'Turns on the second factor and returns the recovery codes, which are shown only once.',
    access: 'person',
    whileSettingUp: true,
    limited: 'allowed',
    audit: 'user',
    errors: [409],
    unversioned: "belongs to the caller's own account, which one person changes",
    example: { code: '123456' },
    bounds: { 'recoveryCodes[]': 'as many as are made' },
    input: z.object({ code: TotpCode }),
    output: z.object({ recoveryCodes: z.array(z.string()) }),
  }),
  'stop-two-factor': operation({
    summary: "Turns off the caller's second factor.",
    access: 'person',
    limited: 'allowed',
    audit: 'user',
    errors: [409],
    unversioned: "belongs to the caller's own account, which one person changes",
    example: { password: 'not this one' },
    input: z.object({
      password: z
        .string(faultCode('enter-password'))
        .min(1, faultCode('enter-password'))
        .max(1000, faultCode('at-most-characters')),
    }),
    output: Empty,
  }),
  'new-recovery-codes': operation({
    summary: "Replaces the caller's recovery codes.",
    access: 'person',
    limited: 'allowed',
    audit: 'user',
    errors: [409],
    unversioned: "belongs to the caller's own account, which one person changes",
    example: { password: 'not this one' },
    bounds: { 'recoveryCodes[]': 'as many as are made' },
    input: z.object({
      password: z
        .string(faultCode('enter-password'))
        .min(1, faultCode('enter-password'))
        .max(1000, faultCode('at-most-characters')),
    }),
    output: z.object({ recoveryCodes: z.array(z.string()) }),
  }),
  'get-own-sessions': operation({
    summary: "Lists the caller's sessions.",
    access: 'person',
    limited: 'allowed',
    bounds: { 'rows[]': 10000 },
    input: Empty,
    output: listOutput(SessionRow),
  }),
  'end-own-session': operation({
    summary: "Ends one of the caller's sessions; without `id` all but the current one.",
    access: 'person',
    limited: 'allowed',
    subject: 'session',
    audit: 'session',
    unversioned: 'ends the whole record',
    example: { id: 999_999 },
    input: z.object({ id: Id.optional() }),
    output: z.object({ ended: z.number().int() }),
  }),
  'get-notification-show-permission': operation({
    summary: "Returns whether the bell is shown to the caller (the specification's getNotificationShowPermission).",
    access: 'person',
    csrf: 'none',
    limited: 'allowed',
    input: Empty,
    output: z.object({ p_status: z.union([z.literal(0), z.literal(1)]) }),
  }),
  'get-notification-list': operation({
    summary: "Lists the caller's notifications, the newest first.",
    access: 'person',
    limited: 'allowed',
    bounds: { 'rows[]': 50 },
    input: z.object({
      unreadOnly: z.boolean().default(false),
      /** Returns the entries older than this one. Left out: the newest. */
      before: Id.optional(),
    }),
    output: z.object({
      rows: z.array(Notification),
      /** Older entries exist. */
      more: z.boolean(),
      /** The total of all pages. */
      total: z.number().int(),
      unread: z.number().int(),
    }),
  }),
  'read-notification': operation({
    summary: "Marks one of the caller's notifications as read; without `id` all of them.",
    access: 'person',
    limited: 'allowed',
    subject: 'notification',
    unversioned: "belongs to the caller's own account, which one person changes",
    example: { id: 999_999 },
    input: z.object({ id: Id.optional() }),
    output: Empty,
  }),
  'login-second-factor': operation({
    summary:
      'Completes `login` with the second factor, six digits or a recovery code, within 5 minutes and from the same browser.',
    access: 'anyone',
    csrf: 'preLogin',
    weight: 'vital',
    errors: [409],
    unversioned: 'acts once and overwrites nothing',
    example: { challenge: 'none', code: '123456' },
    input: z.object({ challenge: text(200), code: text(40) }),
    output: z.object({ user: LoginUserData }),
  }),
  'forgot-password': operation({
    summary: 'Mails a link to `authentication/reset-password#token=…` to the user with a name or an e-mail address.',
    access: 'anyone',
    csrf: 'preLogin',
    unversioned: 'acts once and overwrites nothing',
    example: { username: 'nobody at all' },
    input: z.object({ username: text(100) }),
    /** The same whether or not such a user exists. */
    output: Empty,
  }),
  'get-password-link': operation({
    summary: 'Returns the user that a valid password link is for. The link stays valid.',
    access: 'anyone',
    csrf: 'preLogin',
    example: { token: 'none' },
    input: z.object({ token: text(200) }),
    output: z.object({ username: z.string(), invitation: z.boolean() }),
  }),
  'reset-password': operation({
    summary:
      'Sets a new password by a password link or an invitation. It ends all sessions, API tokens, links and browser notifications of the user.',
    access: 'anyone',
    csrf: 'preLogin',
    audit: ['user', 'run-link', 'share', 'api-token'],
    unversioned: "belongs to the caller's own account, which one person changes",
    example: { token: 'none', newPassword: 'a new long password' },
    input: z.object({ token: text(200), newPassword: NewPassword }),
    output: Empty,
  }),
};
