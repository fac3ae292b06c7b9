import type { Handlers } from '../handler.ts';

export const setupHandlers = {
  'get-setup': async (_input, { services, caller }) => ({
    demo: services.config.demo,
    mapStyleLight: services.config.mapStyleLight,
    mapStyleDark: services.config.mapStyleDark,
    mapHome: services.config.mapHome,
    permissions: Object.fromEntries(caller.permissions),
  }),
} satisfies Pick<Handlers, 'get-setup'>;
