import type { Rolldown } from 'vite';

/** A test for modules at these paths: folders, or files without their extension. */
const below = (folder: string, names: readonly string[]) =>
  `[\\\\/]${folder.replaceAll('/', '[\\\\/]')}[\\\\/](?:.*[\\\\/])?(?:${names.join('|').replaceAll('/', '[\\\\/]')})(?:[\\\\/.]|$)`;
const either = (...tests: readonly string[]) => new RegExp(tests.join('|'));

const FIELDS = ['ActionIcon', 'Anchor', 'CloseButton', 'Group', 'Input', 'InputBase', 'PasswordInput', 'TextInput'];
const FIELD_PARTS = ['alert', 'lazy-part'];
const FRAME = ['Avatar', 'Indicator'];
const FRAME_PARTS = [
  'api/permissions',
  'api/refresh',
  'api/reload-facts',
  'api/session-end',
  'api/setup',
  'api/use-call',
  'app/screens',
  'live/live-badge',
  'live/use-connection',
  'live/use-live',
  'text/format',
  'text/zone-text',
  'ui/error-text',
  'ui/initials',
  'ui/lazy-menu',
  'ui/menu/menu-icon',
  'ui/menu/use-current-menu',
  'ui/menu/use-menu',
  'ui/notification/show-notification',
  'ui/same-page',
  'ui/toast/toast',
  'ui/zone-note',
];

/**
 * Modules that are loaded together anyway, or by almost every screen, are put in one file. Otherwise, each set of
 * screens that share a module would make a file, most of them of a few hundred bytes: on average 155 for a screen,
 * compared with 57 with these groups. A group is loaded by everything that needs a part of it, so only small or widely
 * used modules belong in one. The first group that matches a module gets it, together with its imports.
 */
export const chunkGroups: Rolldown.OutputOptions['codeSplitting'] = {
  groups: [
    // The imports of the page itself. (The service worker is a separate page.)
    { name: 'first', tags: ['$initial'], test: (id) => !id.includes('service-worker') },
    // For the screens of authentication, which every other screen needs as well.
    {
      name: 'fields',
      minShareCount: 2,
      test: either(below('@mantine/core', FIELDS), below('web/src/ui', FIELD_PARTS)),
    },
    // For the shell: every screen except those of authentication.
    { name: 'frame', minShareCount: 2, test: either(below('@mantine/core', FRAME), below('web/src', FRAME_PARTS)) },
    // For most screens, dialogs and drawers, and for the live map as well: with a lower limit it would load modules
    // that it does not use.
    { name: 'most', minShareCount: 80 },
    { name: 'icons', minShareCount: 3, test: /[\\/]@tabler[\\/]icons-react[\\/].*[\\/]icons[\\/]/ },
  ],
};
