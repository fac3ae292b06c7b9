import { readOrganisationSettings, saveOrganisationSettings } from '../../store/organisation-settings.ts';
import type { Handlers } from '../handler.ts';

/** Time zone and thresholds of organisations. */
export const organisationSettingsHandlers = {
  'get-organisation-settings': ({ id }, { services, caller }) =>
    readOrganisationSettings(services.database, caller.scope, id),

  'save-organisation-settings': async (input, { services, caller, actor }) => {
    await saveOrganisationSettings(services.database, caller.scope, actor, input);
    services.bus.publish('tracking-changed', { organisationId: input.id });
    return readOrganisationSettings(services.database, caller.scope, input.id);
  },
} satisfies Pick<Handlers, 'get-organisation-settings' | 'save-organisation-settings'>;
