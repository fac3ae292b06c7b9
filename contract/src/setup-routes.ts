import { z } from 'zod';
import { Empty, Id } from './common.ts';
import { LANGUAGES, UNIT_SYSTEMS } from './profile-routes.ts';
import { route } from './route.ts';

export const setupRoutes = {
  /** What the map and the shell need to know of this installation. */
  'get-setup': route({
    access: 'signedIn',
    limited: 'allowed',
    weight: 'vital',
    bounds: {
      'profileLinks.vehicleInstallation[]': 'the configuration',
      'profileLinks.territorySettings[]': 'the configuration',
      'mapRasters[]': 'the configuration',
      'permissions{}': 'kinds that the code knows',
      'menuIds{}': 'kinds that the code knows',
    },
    input: Empty,
    output: z.object({
      demo: z.boolean(),
      /** Whether mails leave the house; else they wait in the outbox. */
      mailConfigured: z.boolean(),
      /** Whether links to choose a password can be made for this caller: it is known where they lead. */
      canInvite: z.boolean(),
      /** Where links begin that this person passes on; null: none would lead anywhere, so none is made. */
      linkBase: z.string().nullable(),
      /** Whether a provider sends SMS to devices. */
      smsConfigured: z.boolean(),
      /** The signed-in person, as far as the shell shows and formats by it. */
      profile: z.object({
        username: z.string(),
        displayName: z.string(),
        organisation: z.string(),
        photo: z.string().nullable(),
        language: z.enum(LANGUAGES),
        /** The own; empty: that of the organisation. */
        timeZone: z.string(),
        /** At its midnight days of figures begin. */
        organisationTimeZone: z.string(),
        units: z.enum(UNIT_SYSTEMS),
        twoFactor: z.boolean(),
        /** Whether the bell is shown, and what it counts. */
        notifications: z.boolean(),
        unread: z.number().int(),
      }),
      /** MapLibre style to try first; empty: use the offline one. */
      mapStyleLight: z.string(),
      mapStyleDark: z.string(),
      /** Maps of pictures to choose instead of the streets, and the path of the style of each. */
      mapRasters: z.array(z.object({ name: z.string(), style: z.string() })),
      /** Where maps open: on the caller's vehicles, else on the city of the demo or the world: [lon, lat, zoom]. */
      mapHome: z.tuple([z.number(), z.number(), z.number()]),
      /** Profile ids (roles) that see these links besides their menu (specification, section 6). */
      profileLinks: z.object({ vehicleInstallation: z.array(z.number()), territorySettings: z.array(z.number()) }),
      /** Whether only some vehicles are shown to the caller. */
      limited: z.boolean(),
      /** Whether also geofences, places, outlets and contacts are shown that concern none of these vehicles. */
      seesCommon: z.boolean(),
      /** Whether vehicles and devices can be moved: the caller manages more than one organisation. */
      manyOrganisations: z.boolean(),
      /** What the caller's role allows, by menu key. */
      permissions: z.record(
        z.string(),
        z.object({ view: z.boolean(), create: z.boolean(), edit: z.boolean(), delete: z.boolean() }),
      ),
      /** The id of each menu, by its key: what the permission checks call it. */
      menuIds: z.record(z.string(), Id),
    }),
  }),
};
