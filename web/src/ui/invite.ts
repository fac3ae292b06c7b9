import { VehicleLimit } from '@milepost/contract/vehicle-limit';
import { z } from 'zod';

const Invitation = z.object({ invite: VehicleLimit });

/** The path for inviting somebody; the navigation's state carries what the person is to be shown (`invitationTo`). */
export const INVITE_PATH = '/admin/users?open=new';

export const invitationTo = (limit: VehicleLimit): z.infer<typeof Invitation> => ({ invite: limit });

/** What somebody is invited to, from the state of a navigation; null if it contains no invitation. */
export function invitedTo(state: unknown): VehicleLimit | null {
  const read = Invitation.safeParse(state);
  return read.success ? read.data.invite : null;
}
