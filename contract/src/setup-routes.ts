import { z } from 'zod';
import { Empty } from './common.ts';
import { route } from './route.ts';

export const setupRoutes = {
  /** What the map and the shell need to know of this installation. */
  'get-setup': route({
    access: 'signedIn',
    csrf: 'session',
    input: Empty,
    output: z.object({
      demo: z.boolean(),
      /** MapLibre style to try first; empty: use the offline one. */
      mapStyleLight: z.string(),
      mapStyleDark: z.string(),
      /** Where to open the map when there is nothing to show: [lon, lat, zoom]. */
      mapHome: z.tuple([z.number(), z.number(), z.number()]),
      /** What the caller's role allows, by menu key. */
      permissions: z.record(
        z.string(),
        z.object({ view: z.boolean(), create: z.boolean(), edit: z.boolean(), delete: z.boolean() }),
      ),
    }),
  }),
};
