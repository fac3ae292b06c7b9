import { requireGrant } from '../../auth/caller.ts';
import { AppError } from '../../errors.ts';
import { moveDevices } from '../../store/moves/move-devices.ts';
import { listMoveOrganisations } from '../../store/moves/move-target.ts';
import type { MoveResult } from '../../store/moves/move-parts.ts';
import { moveVehicles } from '../../store/moves/move-vehicles.ts';
import { previewDeviceMove, previewVehicleMove } from '../../store/moves/preview-move.ts';
import { availabilityChanged, type CallContext, type Handlers } from '../handler.ts';

/** A move removes the record here and adds one there, so both permissions are needed. */
function requireBoth({ caller }: CallContext, ...menus: ('vehicles' | 'devices')[]): void {
  for (const menu of menus) {
    const grants = caller.permissions.get(menu);
    if (!grants?.create || !grants.delete) throw new AppError('denied', 'permission-denied');
  }
}

/** Publishes after each commit: first which record reports belong to, then which fleets changed. */
async function published(context: CallContext, results: AsyncIterable<MoveResult>) {
  const { bus } = context.services;
  const all: MoveResult['moved'] = [];
  for await (const { moved, organisationIds, devices } of results) {
    if (devices.length > 0) bus.publish('devices-moved', { devices });
    for (const organisationId of organisationIds) await availabilityChanged(context, organisationId);
    all.push(...moved);
  }
  return { moved: all };
}

export const moveHandlers = {
  'preview-move-targets': (input, { services, caller }) =>
    listMoveOrganisations(services.database, caller.scope, input),
  'preview-vehicle-move': (input, context) => {
    requireBoth(context, 'vehicles', ...(input.withDevice ? (['devices'] as const) : []));
    return previewVehicleMove(context.services.database, context.caller.scope, input);
  },
  'move-vehicles': async (input, context) => {
    requireBoth(context, 'vehicles', ...(input.withDevice ? (['devices'] as const) : []));
    const { services, caller, actor } = context;
    return published(context, moveVehicles(services.database, caller.scope, actor, input));
  },
  'preview-device-move': (input, context) => {
    requireBoth(context, 'devices');
    return previewDeviceMove(context.services.database, context.caller.scope, input);
  },
  'move-devices': async (input, context) => {
    requireBoth(context, 'devices');
    const { services, caller, actor } = context;
    // The same permission as for installing the device by hand.
    if (input.rejoin) requireGrant(caller, 'vehicles', 'edit');
    return published(context, moveDevices(services.database, caller.scope, actor, input));
  },
} satisfies Pick<
  Handlers,
  'preview-move-targets' | 'preview-vehicle-move' | 'move-vehicles' | 'preview-device-move' | 'move-devices'
>;
