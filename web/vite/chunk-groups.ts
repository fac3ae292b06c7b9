import type { Rolldown } from 'vite';

/** What the sources call by these paths: folders, or files without their ending. */
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
 * Modules that are loaded together anyway, or by almost every screen, travel in one file. Without, each set of screens
 * that share a module makes a file, most of them of a few hundred bytes: 155 for a screen on average, with these groups
 * 57. What a group holds is loaded by whoever needs a part of it, so that only small or widely used modules belong into
 * one. The first group that takes a module keeps it, and takes what it imports with it.
 */
export const chunkGroups: Rolldown.OutputOptions['codeSplitting'] = {
  groups: [
    // What the page itself imports. (The service worker is a page of its own.)
    { name: 'first', tags: ['$initial'], test: (id) => !id.includes('service-worker') },
    // Of the screens of authentication, which every other screen needs as well.
    {
      name: 'fields',
      minShareCount: 2,
      test: either(below('@mantine/core', FIELDS), below('web/src/ui', FIELD_PARTS)),
    },
    // Of the shell: every screen but those of authentication.
    { name: 'frame', minShareCount: 2, test: either(below('@mantine/core', FRAME), below('web/src', FRAME_PARTS)) },
    // Of most screens, dialogs and drawers, and of the live map as well: from fewer on it would load what it has no use of.
    { name: 'most', minShareCount: 80 },
    { name: 'icons', minShareCount: 3, test: /[\\/]@tabler[\\/]icons-react[\\/].*[\\/]icons[\\/]/ },
  ],
};
