import { rasterStylePath } from '../../http/raster-styles.ts';
import { readFleetView } from '../../store/fleet/fleet-view.ts';
import { menusForRole } from '../../store/roles/menus.ts';
import { countUnread } from '../../store/notifications/notifications.ts';
import { getProfile } from '../../store/people/profiles.ts';
import type { Handlers } from '../handler.ts';
import { linkMails, shownBase } from '../mail-settings.ts';

export const setupHandlers = {
  'get-setup': async (_input, context) => {
    const { services, caller } = context;
    const profile = await getProfile(services.database, caller.userId);
    const { username, displayName, organisation, photo, language, timeZone, units } = profile;
    const { organisationTimeZone, twoFactor, notifications } = profile;
    const menus = await menusForRole(services.database, caller.roleId);
    // The demo opens on its city, wherever its vehicles are right now.
    const { demo, mapHome } = services.config;
    const fleet = demo ? null : await readFleetView(services.database, caller.scope);
    const unread = await countUnread(services.database, caller.userId);
    return {
      demo,
      mailConfigured: services.config.mailConfigured,
      canInvite: linkMails(context).base !== null,
      linkBase: shownBase(context),
      smsConfigured: services.config.smsConfigured,
      profile: {
        username,
        displayName,
        organisation,
        photo,
        language,
        timeZone,
        organisationTimeZone,
        units,
        twoFactor,
        notifications,
        unread,
      },
      mapStyleLight: services.config.mapStyleLight,
      mapStyleDark: services.config.mapStyleDark,
      mapRasters: services.config.mapRasters.map(({ name }, index) => ({ name, style: rasterStylePath(index) })),
      mapHome: fleet ?? mapHome,
      profileLinks: services.config.profileLinks,
      limited: caller.scope.limit !== null,
      seesCommon: caller.scope.limit?.common ?? true,
      manyOrganisations: caller.scope.limit === null && caller.scope.organisationIds.length > 1,
      permissions: Object.fromEntries(caller.permissions),
      menuIds: Object.fromEntries(menus.map(({ key, id }) => [key, id])),
    };
  },
} satisfies Pick<Handlers, 'get-setup'>;
