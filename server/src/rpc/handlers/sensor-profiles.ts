import {
  applySensorProfile,
  saveSensorProfile,
  setProfileDeleted,
} from '../../store/sensors/change-sensor-profiles.ts';
import { getSensorProfile, listSensorProfiles } from '../../store/sensors/sensor-profiles.ts';
import { type Handlers, trackingChanged } from '../handler.ts';

export const sensorProfileHandlers = {
  'get-sensor-profile-list': (_input, { services, caller }) => listSensorProfiles(services.database, caller.scope),

  'save-sensor-profile': async (input, { services, caller, actor }) => {
    const { id } = await saveSensorProfile(services.database, caller.scope, actor, input);
    return { profile: await getSensorProfile(services.database, caller.scope, id) };
  },

  'delete-sensor-profile': async ({ id }, context) => {
    const { services, caller, actor } = context;
    trackingChanged(context, await setProfileDeleted(services.database, caller.scope, actor, id, true));
    return {};
  },

  'restore-sensor-profile': async ({ id }, context) => {
    const { services, caller, actor } = context;
    trackingChanged(context, await setProfileDeleted(services.database, caller.scope, actor, id, false));
    return { profile: await getSensorProfile(services.database, caller.scope, id) };
  },

  'apply-sensor-profile': async (input, context) => {
    const { services, caller, actor } = context;
    const { changed, organisationIds } = await applySensorProfile(services.database, caller.scope, actor, input);
    for (const organisationId of organisationIds) trackingChanged(context, organisationId);
    return { changed };
  },
} satisfies Partial<Handlers>;
