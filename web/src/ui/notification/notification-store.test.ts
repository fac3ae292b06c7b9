import { expect, test } from 'vitest';
import { createNotificationStore, notificationStore } from './notification-store.ts';
import { showNotification, showPermissionDenied } from './show-notification.ts';

/** The specified defaults of a notification with empty inputs (sections 5 and 9). */
const SPECIFIED = {
  colour: 'bg-black',
  message: 'Turning standard Bootstrap alerts',
  enter: 'animated fadeInDown',
  exit: 'animated fadeOutUp',
  timerMs: 1000,
  dismissible: true,
};

test('inputs that are left out, empty or null take their defaults', () => {
  const store = createNotificationStore();
  store.add({});
  expect(store.read()[0]).toMatchObject(SPECIFIED);
  showNotification('', '', '', '', '', '');
  expect(notificationStore.read()[0]).toMatchObject(SPECIFIED);
  showNotification(null, null, null, null, null, null);
  expect(notificationStore.read()[0]).toMatchObject(SPECIFIED);
});

test('inputs are in the order of the specification', () => {
  showNotification('bg-green', 'Saved', 'bottom', 'center', 'animated zoomIn', 'animated zoomOut');
  expect(notificationStore.read()[0]).toMatchObject({
    colour: 'bg-green',
    message: 'Saved',
    from: 'bottom',
    align: 'center',
    enter: 'animated zoomIn',
    exit: 'animated zoomOut',
    timerMs: 1000,
  });
});

test("a denied permission is 'Permission Denied' in red", () => {
  showPermissionDenied();
  expect(notificationStore.read()[0]).toMatchObject({ colour: 'bg-red', message: 'Permission Denied' });
});

test('the newest is on top', () => {
  const store = createNotificationStore();
  for (const message of ['first', 'second', 'third']) store.add({ message });
  expect(store.read().map(({ message }) => message)).toEqual(['third', 'second', 'first']);
});

test('a removed one disappears, and its listeners are called once', () => {
  const store = createNotificationStore();
  const id = store.add({ message: 'first' });
  let calls = 0;
  const stop = store.subscribe(() => (calls += 1));
  store.remove(id);
  store.remove(id);
  stop();
  expect(store.read()).toEqual([]);
  expect(calls).toBe(1);
});
