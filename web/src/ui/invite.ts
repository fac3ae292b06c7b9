import { VehicleLimit } from '@milepost/contract/vehicle-limit';
import { z } from 'zod';

const Invitation = z.object({ invite: VehicleLimit });

/**
 * The path for inviting somebody; the state of the navigation carries the limit of the new person's view
 * (`invitationTo`).
 */
export const INVITE_PATH = '/admin/users?open=new';

export const invitationTo = (limit: VehicleLimit): z.infer<typeof Invitation> => ({ invite: limit });

/** The limit of an invited person's view, from the state of a navigation; null if it contains no invitation. */
export function invitedTo(state: unknown): VehicleLimit | null {
  const read = Invitation.safeParse(state);
  return read.success ? read.data.invite : null;
}
