import { z } from 'zod';
import { faultCode } from './fault.ts';
import { Empty, MenuNumber, text } from './common.ts';
import { MenuItem } from './menu-item.ts';
import { operation } from './operation.ts';

/** Stored by the browser as `login_user_data`; the specification defines the first three fields. */
export const LoginUserData = z.object({
  USER_TYPE: z.string(),
  USERNAME: z.string(),
  PROFILE_ID: z.number().int(),
  DISPLAY_NAME: z.string(),
  ORGANISATION: z.string(),
});
export type LoginUserData = z.infer<typeof LoginUserData>;

const Token = z.object({ csrfToken: z.string() });
const MenuId = z.object({ menuID: MenuNumber });
const Permission = z.object({ p_status: z.union([z.literal(0), z.literal(1)]) });

/** The specification's own calls (section 7). */
export const sessionOperations = {
  'get-csrf-token-preLogin': operation({
    summary: 'Returns the CSRF token for the calls of signing in.',
    access: 'anyone',
    csrf: 'fixed',
    weight: 'vital',
    input: Empty,
    output: Token,
  }),
  login: operation({
    summary: 'Signs a user in, or returns the challenge for the second factor.',
    access: 'anyone',
    csrf: 'preLogin',
    weight: 'vital',
    unversioned: 'acts once and overwrites nothing',
    example: { username: 'admin', password: 'correct horse battery staple' },
    input: z.object({
      username: text(100, 'enter-username'),
      password: z
        .string(faultCode('enter-password'))
        .min(1, faultCode('enter-password'))
        .max(1000, faultCode('at-most-characters')),
    }),
    output: z.object({
      /** With two-factor sign-in, a challenge for `login-second-factor` is returned instead. */
      user: LoginUserData.optional(),
      secondFactor: z.string().optional(),
      /** The organisation requires a second factor: until it is set up, the session can only be used for that. */
      secondFactorDue: z.literal(true).optional(),
    }),
  }),
  'get-csrf-token': operation({
    summary: 'Returns the CSRF token of the session.',
    access: 'person',
    whileSettingUp: true,
    csrf: 'fixed',
    limited: 'allowed',
    weight: 'vital',
    input: Empty,
    output: Token,
  }),
  'session-check': operation({
    summary: 'Returns the signed-in user, or status 400 where the session has ended.',
    access: 'signedIn',
    csrf: 'none',
    limited: 'allowed',
    weight: 'vital',
    input: z.object({ url_name: z.string().max(2000).default('') }),
    output: z.object({ user: LoginUserData }),
  }),
  'get-nav-menu': operation({
    summary: 'Returns the menus that the caller may view, as a tree.',
    access: 'signedIn',
    csrf: 'none',
    limited: 'allowed',
    weight: 'vital',
    bounds: { 'menuList[]': 'kinds that the code knows', 'menuList[].submenu[]': 'kinds that the code knows' },
    input: Empty,
    output: z.object({ menuList: z.array(MenuItem) }),
  }),
  'menu-check-by-id': operation({
    summary: 'Returns whether the caller may view a menu: status 404 where not.',
    access: 'signedIn',
    csrf: 'none',
    limited: 'allowed',
    errors: [404],
    example: { menuID: 1 },
    input: MenuId,
    output: Empty,
  }),
  'edit-permission-check': operation({
    summary: 'Returns whether the caller may edit records of a menu.',
    access: 'signedIn',
    csrf: 'none',
    limited: 'allowed',
    errors: [404],
    example: { menuID: 1 },
    input: MenuId,
    output: Permission,
  }),
  'create-permission-check': operation({
    summary: 'Returns whether the caller may create records of a menu.',
    access: 'signedIn',
    csrf: 'none',
    limited: 'allowed',
    errors: [404],
    example: { menuID: 1 },
    input: MenuId,
    output: Permission,
  }),
  'delete-permission-check': operation({
    summary: 'Returns whether the caller may delete records of a menu.',
    access: 'signedIn',
    csrf: 'none',
    limited: 'allowed',
    errors: [404],
    example: { menuID: 1 },
    input: MenuId,
    output: Permission,
  }),
  'get-privilege-check': operation({
    summary:
      'Returns whether the caller has a privilege of the specification: menu 1 is the distribution dashboard; there is no other.',
    access: 'signedIn',
    csrf: 'none',
    limited: 'allowed',
    weight: 'vital',
    errors: [404],
    example: { menu: 1 },
    input: z.object({ menu: MenuNumber }),
    output: z.object({ privilege: z.enum(['0', '1']) }),
  }),
  logout: operation({
    summary: "Ends the caller's session.",
    access: 'anyone',
    csrf: 'none',
    weight: 'vital',
    unversioned: 'acts once and overwrites nothing',
    input: Empty,
    output: Empty,
  }),
};
