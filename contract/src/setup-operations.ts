import { z } from 'zod';
import { Empty, Id } from './common.ts';
import { LANGUAGES } from './languages.ts';
import { UNIT_SYSTEMS } from './profile-operations.ts';
import { operation } from './operation.ts';

export const setupOperations = {
  'get-setup': operation({
    summary: 'Returns the configuration that the map and the shell of the application need.',
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
      /** Whether mails are sent; otherwise they wait in the outbox. */
      mailConfigured: z.boolean(),
      /** Whether password links can be created for this caller, since their base address is known. */
      canInvite: z.boolean(),
      /** The base address of links that this person passes on; null: unknown, so no links are created. */
      linkBase: z.string().nullable(),
      /** Whether a provider sends SMS to devices. */
      smsConfigured: z.boolean(),
      /** The properties of the signed-in person that the shell displays or uses for formatting. */
      profile: z.object({
        username: z.string(),
        displayName: z.string(),
        organisation: z.string(),
        photo: z.string().nullable(),
        language: z.enum(LANGUAGES),
        /** The person's own; empty: the organisation's. */
        timeZone: z.string(),
        /** The time zone whose midnight begins the days of figures. */
        organisationTimeZone: z.string(),
        units: z.enum(UNIT_SYSTEMS),
        twoFactor: z.boolean(),
        /** Whether the bell is shown, and its count. */
        notifications: z.boolean(),
        unread: z.number().int(),
      }),
      /** The MapLibre style to try first; empty: use the offline one. */
      mapStyleLight: z.string(),
      mapStyleDark: z.string(),
      /** Raster maps as alternatives to the street map, with the path of each style. */
      mapRasters: z.array(z.object({ name: z.string(), style: z.string() })),
      /**
       * The initial view of maps: the caller's vehicles, otherwise the city of the demo or the world: [lon, lat, zoom].
       */
      mapHome: z.tuple([z.number(), z.number(), z.number()]),
      /** The profile ids (roles) that see these links in addition to their menu (specification, section 6). */
      profileLinks: z.object({ vehicleInstallation: z.array(z.number()), territorySettings: z.array(z.number()) }),
      /** True if the caller only sees some vehicles. */
      limited: z.boolean(),
      /** Whether the caller also sees geofences, places, outlets and contacts that concern none of these vehicles. */
      seesCommon: z.boolean(),
      /** Whether vehicles and devices can be moved: the caller manages more than one organisation. */
      manyOrganisations: z.boolean(),
      /** The actions that the caller's role allows, by menu key. */
      permissions: z.record(
        z.string(),
        z.object({ view: z.boolean(), create: z.boolean(), edit: z.boolean(), delete: z.boolean() }),
      ),
      /** The id of each menu by its key, as used by the permission checks. */
      menuIds: z.record(z.string(), Id),
    }),
  }),
};
