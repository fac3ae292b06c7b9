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
    const id = await saveSensorProfile(services.database, caller.scope, actor, input);
    return { profile: await getSensorProfile(services.database, caller.scope, id) };
  },

  'delete-sensor-profile': async ({ id }, context) => {
    const { services, caller, actor } = context;
    const { organisationId, marks } = await setProfileDeleted(services.database, caller.scope, actor, id, true);
    trackingChanged(context, organisationId, marks);
    return {};
  },

  'restore-sensor-profile': async ({ id }, context) => {
    const { services, caller, actor } = context;
    const { organisationId, marks } = await setProfileDeleted(services.database, caller.scope, actor, id, false);
    trackingChanged(context, organisationId, marks);
    return { profile: await getSensorProfile(services.database, caller.scope, id) };
  },

  'apply-sensor-profile': async (input, context) => {
    const { services, caller, actor } = context;
    const { changed, organisationIds, marks } = await applySensorProfile(services.database, caller.scope, actor, input);
    const [first, ...others] = organisationIds;
    for (const organisationId of others) trackingChanged(context, organisationId);
    if (first !== undefined) trackingChanged(context, first, marks);
    return { changed };
  },
} satisfies Partial<Handlers>;
