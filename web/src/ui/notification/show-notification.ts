import type { ColourClass, Maybe, PlacementAlign, PlacementFrom } from './notification.ts';
import { notificationStore } from './notification-store.ts';

/** Specification, sections 6 and 8. */
export const PERMISSION_DENIED = { colour: 'bg-red', message: 'Permission Denied' } as const;

/**
 * Shows a pop-up notification, with the inputs in the order of the specification (section 3). An empty one takes its
 * default: bg-black, 'Turning standard Bootstrap alerts', 'animated fadeInDown', 'animated fadeOutUp'.
 * @returns the id of the notification
 */
export function showNotification(
  colorName?: Maybe<ColourClass>,
  text?: Maybe<string>,
  placementFrom?: Maybe<PlacementFrom>,
  placementAlign?: Maybe<PlacementAlign>,
  animateEnter?: Maybe<string>,
  animateExit?: Maybe<string>,
): number {
  return notificationStore.add({
    colour: colorName,
    message: text,
    from: placementFrom,
    align: placementAlign,
    enter: animateEnter,
    exit: animateExit,
  });
}

/** Shows that the role does not permit the action. */
export const showPermissionDenied = () => showNotification(PERMISSION_DENIED.colour, PERMISSION_DENIED.message);
