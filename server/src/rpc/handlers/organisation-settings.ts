import { readFactsProgress } from '../../store/facts/older-facts.ts';
import { readOrganisationSettings, saveOrganisationSettings } from '../../store/organisations/organisation-settings.ts';
import { fleetChanged, type Handlers } from '../handler.ts';
import { expiryChanged } from './subscriptions.ts';

/** Time zone and thresholds of organisations. */
export const organisationSettingsHandlers = {
  'get-organisation-settings': ({ id }, { services, caller }) =>
    readOrganisationSettings(services.database, caller.scope, id),

  'save-organisation-settings': async (input, context) => {
    const { services, caller, actor } = context;
    await saveOrganisationSettings(services.database, caller.scope, actor, input);
    services.bus.publish('tracking-changed', { organisationId: input.id });
    if (input.deviceNetworks) fleetChanged(context, input.id);
    // In another zone the last day of its subscriptions ends at another moment.
    await expiryChanged(context, input.id);
    return readOrganisationSettings(services.database, caller.scope, input.id);
  },

  'get-facts-progress': (_input, { services, caller }) => readFactsProgress(services.database, caller.scope),
} satisfies Pick<Handlers, 'get-organisation-settings' | 'save-organisation-settings' | 'get-facts-progress'>;
