import { GUARDED_KINDS, MAX_STOP_AGE_S, MAX_STOP_KPH } from '@milepost/contract/command-kinds';
import { fault } from '@milepost/contract/fault';
import { may, requireGrant } from '../../auth/caller.ts';
import { checkOwnPassword } from '../../auth/own-password.ts';
import { AppError } from '../../errors.ts';
import { whyNotStop } from '../../gateway/stop-safety.ts';
import { cancelCommand, makeEngineCommand } from '../../store/commands/change-commands.ts';
import { readCommandTarget, hasActiveSos, stoppedEngine } from '../../store/commands/command-choices.ts';
import { carriedDevice } from '../../store/commands/command-queue.ts';
import { kindsOf, EMPTY_OPTIONS, outputsOf, releasesOf, smsKindsOf } from '../../store/commands/command-words.ts';
import { batchProgress, getCommand, listCommands } from '../../store/commands/list-commands.ts';
import { type NewCommand, sendCommands } from '../../store/commands/send-commands.ts';
import { simNumbers } from '../../store/commands/sms-queue.ts';
import type { Queryable } from '../../store/database.ts';
import { getVehicle } from '../../store/fleet/vehicles.ts';
import type { Caller } from '../../store/people/callers.ts';
import type { CallContext, Handlers } from '../handler.ts';

/** Seconds. A stop that is meant for now must not be sent later, when the vehicle may be moving. */
const STOP_NOW_WAITS_S = 60;
const HOUR_S = 3600;

const shownTo = (caller: Caller) => (may(caller, 'commands', 'view') ? 'all' : 'guarded');

/** Commands to devices. */
export const commandHandlers = {
  'get-command-list': async (input, { services, caller }) => {
    const { database } = services;
    const page = await listCommands(database, caller.scope, input, shownTo(caller));
    const { batch } = input;
    const progress = batch === undefined ? null : await batchProgress(database, caller.scope, batch, shownTo(caller));
    return { ...page, progress };
  },

  'get-command-choices': async ({ vehicleId }, { services, caller }) => {
    const { database } = services;
    await getVehicle(database, caller.scope, vehicleId);
    const { deviceId, protocol, heardAt } = await readCommandTarget(database, vehicleId);
    return {
      protocol,
      heardAt: heardAt?.toISOString() ?? null,
      kinds: kindsOf(protocol),
      outputs: outputsOf(protocol),
      releases: releasesOf(protocol),
      smsKinds:
        services.config.smsConfigured && (await simNumbers(database, [vehicleId])).has(vehicleId)
          ? smsKindsOf(protocol)
          : [],
      sos: await hasActiveSos(database, vehicleId),
      stopFault: await stopFault(database, deviceId),
      stopped: await stoppedEngine(database, vehicleId),
    };
  },

  'send-command': ({ seconds = null, odometerKm = null, phones = null, release = null, ...params }, context) => {
    const { kind } = params;
    // Parameters that the kind does not use are not stored.
    const details = {
      seconds: kind === 'interval' ? seconds : null,
      odometerKm: kind === 'odometer' ? odometerKm : null,
      phones: kind === 'sosNumbers' ? phones : null,
    };
    return send({ ...EMPTY_OPTIONS, ...params, ...details, release }, context);
  },

  'send-text-command': async ({ password, ...params }, context) => {
    await checkOwnPassword(context.services.database, context.caller, password);
    return send({ ...EMPTY_OPTIONS, ...params, kind: 'text' }, context);
  },

  'switch-output': async ({ password, on, ...params }, context) => {
    await checkOwnPassword(context.services.database, context.caller, password);
    return send({ ...EMPTY_OPTIONS, ...params, kind: on ? 'outputOn' : 'outputOff' }, context);
  },

  'stop-engine': async ({ vehicleId, whenStanding, bySms, reason, password, hours }, { services, caller, actor }) => {
    const { database, bus } = services;
    await getVehicle(database, caller.scope, vehicleId);
    checkSms(services, bySms);
    await checkOwnPassword(database, caller, password);
    if (!whenStanding) {
      const { deviceId } = await readCommandTarget(database, vehicleId);
      const why = deviceId === null ? null : await stopFault(database, deviceId);
      if (why === 'moving') throw new AppError('conflict', fault('engine-moving', { most: MAX_STOP_KPH }));
      if (why !== null) throw new AppError('conflict', fault('engine-position-old', { most: MAX_STOP_AGE_S }));
    }
    const seconds = whenStanding ? hours * HOUR_S : STOP_NOW_WAITS_S;
    const params = { vehicleId, kind: 'engineStop', whenStanding, bySms, reason, seconds } as const;
    const { command, deviceId } = await makeEngineCommand(database, caller.scope, actor, params);
    bus.publish('command-made', { deviceIds: [deviceId] });
    return { command };
  },

  'resume-engine': async ({ vehicleId, bySms, reason, password, hours }, { services, caller, actor }) => {
    const { database, bus } = services;
    await getVehicle(database, caller.scope, vehicleId);
    checkSms(services, bySms);
    await checkOwnPassword(database, caller, password);
    const params = {
      vehicleId,
      kind: 'engineResume',
      whenStanding: false,
      bySms,
      reason,
      seconds: hours * HOUR_S,
    } as const;
    const { command, deviceId } = await makeEngineCommand(database, caller.scope, actor, params);
    bus.publish('command-made', { deviceIds: [deviceId] });
    return { command };
  },

  'cancel-command': async ({ id }, { services, caller, actor }) => {
    const { kind } = await getCommand(services.database, caller.scope, id);
    requireGrant(caller, GUARDED_KINDS.some((one) => one === kind) ? 'engine-stop' : 'commands', 'create');
    return { command: await cancelCommand(services.database, caller.scope, actor, id) };
  },
} satisfies Pick<
  Handlers,
  | 'get-command-list'
  | 'get-command-choices'
  | 'send-command'
  | 'send-text-command'
  | 'switch-output'
  | 'stop-engine'
  | 'resume-engine'
  | 'cancel-command'
>;

async function send(params: NewCommand, { services, caller, actor }: CallContext) {
  checkSms(services, params.bySms);
  const { deviceIds, ...sent } = await sendCommands(services.database, caller.scope, actor, params);
  services.bus.publish('command-made', { deviceIds });
  return sent;
}

/** @throws AppError when an SMS is requested and this server sends none */
function checkSms({ config }: CallContext['services'], bySms: boolean): void {
  if (bySms && !config.smsConfigured) throw new AppError('conflict', 'sms-not-configured');
}

/** The reason why an engine cannot be stopped now. */
async function stopFault(db: Queryable, deviceId: number | null): Promise<'moving' | 'position-old' | null> {
  const now = deviceId === null ? null : await carriedDevice(db, deviceId);
  return now === null ? 'position-old' : whyNotStop(now, Date.now());
}
