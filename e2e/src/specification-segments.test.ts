// Specification, section 2: root segments, named targets and addresses without a screen; section 7: lazy loading.
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { spoil } from './harness/context-pool.ts';
import { addUser } from './harness/people.ts';
import { useRunning } from './harness/running.ts';
import { fillSignIn, signIn } from './harness/sign-in.ts';
import { tableRow } from './harness/table.ts';
import { visit } from './harness/visit.ts';
import { watchCalls } from './harness/wire.ts';

const running = useRunning();

/** The segments in the order of the specification. */
const SEGMENTS = [
  'dashboard',
  'email',
  'apps',
  'widget',
  'ui',
  'forms',
  'tables',
  'media',
  'charts',
  'timeline',
  'icons',
  'authentication',
  'extra-pages',
  'maps',
  'track-vehicle',
  'expenses',
  'reports',
  'gallery',
  'vehicle-info',
  'driver-info',
  'history',
  'settings',
  'geo-fence',
  'in-out-location',
  'admin',
  'downloads',
];

/** The page that shows the script loader. */
const LOADER = '/ui';

/** The names of the chunks that the page has loaded so far, without their hash. */
function watchChunks(page: Page): Set<string> {
  const chunks = new Set<string>();
  page.on('response', (response) => {
    const name = /\/assets\/(.+)-[\w-]{8}\.js$/.exec(response.url())?.[1];
    if (name !== undefined && response.ok()) chunks.add(name);
  });
  return chunks;
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });

describe('the root segments', () => {
  test('all 26 come on demand, each that is built as chunks of its own name', async () => {
    expect(SEGMENTS).toHaveLength(26);
    const { page, problems } = await running.open();
    const chunks = watchChunks(page);
    await page.goto(`${running.server.address}/authentication/signin`);
    await page.getByLabel('User name').waitFor();
    expect([...chunks].filter((name) => SEGMENTS.includes(name))).toEqual(['authentication']);

    const inside = await running.openSignedIn('/extra-pages/about');
    const more = watchChunks(inside.page);
    for (const segment of SEGMENTS) {
      if (segment === 'authentication' || segment === 'extra-pages') continue;
      expect([...more], segment).not.toContain(segment);
      await visit(inside.page, `/${segment}`);
      expect(new URL(inside.page.url()).pathname).toMatch(new RegExp(`^/${segment}(/|$)`));
      expect([...more], segment).toContain(segment);
    }
    expect([...problems, ...inside.problems]).toEqual([]);
  });
});

describe('where there is no screen', () => {
  test.each(['/nowhere', '/vehicle-info/nowhere/else', '/authentication/nowhere'])(
    '%s leads to page-not-found',
    async (path) => {
      const { page } = await running.openSignedIn('/extra-pages/about');
      await page.goto(running.server.address + path);
      await page.waitForURL('**/authentication/page404');
      await heading(page, 'Page not found').waitFor();
    },
  );

  test('the empty path leads to sign-in, and a signed-in person on from there, without a glimpse of the form', async () => {
    const { page } = await running.open();
    await page.goto(running.server.address);
    await page.waitForURL('**/authentication/signin');
    await heading(page, 'Sign in').waitFor();
    // Records whether a password field ever existed.
    spoil(page);
    await page.addInitScript(`new MutationObserver(() => {
      if (document.querySelector('input[type=password]')) sessionStorage.setItem('form', 'seen');
    }).observe(document, { childList: true, subtree: true })`);
    await page.reload();
    await heading(page, 'Sign in').waitFor();
    const seen = () => page.evaluate(`sessionStorage.getItem('form')`);
    expect(await seen()).toBe('seen');
    await fillSignIn(page, running.server.username, running.server.password);
    await page.waitForURL(/\/track-vehicle(\?|$)/);
    await page.evaluate(`sessionStorage.clear()`);
    await page.goto(running.server.address);
    await page.waitForURL(/\/track-vehicle(\?|$)/);
    await page.getByTestId('live-badge').waitFor();
    expect(await seen()).toBeNull();
  });

  test('page-not-found checks the session as other pages do: without one it leads to sign-in', async () => {
    const { page } = await running.open();
    const calls = watchCalls(page);
    await page.goto(`${running.server.address}/nowhere`);
    await page.waitForURL('**/authentication/signin');
    expect(calls[0]).toMatchObject({ route: 'session-check', input: { url_name: '/authentication/page404' } });
  });

  test('a chunk that does not arrive is reported, in the console too, and a reload opens the screen', async () => {
    const { page, problems } = await running.openSignedIn('/extra-pages/about');
    await page.route('**/assets/tables-*.js', (route) => route.abort());
    await visit(page, '/tables');
    const alert = page.getByRole('alert');
    await alert.getByText('A part of the application did not load.').waitFor();
    expect(problems.filter((problem) => problem.startsWith('console: '))).toContainEqual(
      expect.stringContaining('Failed to fetch dynamically imported module'),
    );
    // The shell around it stays.
    expect(await page.getByRole('navigation', { name: 'Menu' }).count()).toBe(1);
    await page.unroute('**/assets/tables-*.js');
    await alert.getByRole('button', { name: 'Reload' }).click();
    await heading(page, 'Tables').waitFor();
    expect(new URL(page.url()).pathname).toBe('/tables');
  });
});

const link = (page: Page) =>
  page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Distribution dashboard' });

describe('the distribution dashboard', () => {
  test('is linked and opens only where the privilege is granted, in the matrix of the role', async () => {
    await addUser(running.server, 'segments-viewer', 'Viewer');
    const viewer = await running.open();
    await signIn(viewer, running.server, { username: 'segments-viewer', path: '/dashboard/main' });
    const { page } = viewer;
    await heading(page, 'Dashboard').waitFor();
    // The message is shown only for a second.
    await Promise.all([page.getByText('Permission Denied').waitFor(), visit(page, '/dashboard/distribution-main')]);
    expect(new URL(page.url()).pathname).not.toBe('/dashboard/distribution-main');
    await visit(page, '/dashboard/main');
    expect(await link(page).count()).toBe(0);

    const admin = await running.openSignedIn('/admin/roles');
    await admin.page.getByRole('button', { name: 'Distribution', exact: true }).click();
    await link(admin.page).waitFor();
    await tableRow(admin.page, 'Viewer').click();
    const form = admin.page.getByRole('dialog');
    await form.getByRole('checkbox', { name: 'Distribution dashboard: View' }).check();
    await form.getByRole('button', { name: 'Save' }).click();
    await admin.page.getByText('Viewer was saved.').waitFor();

    await page.reload();
    // An entry that would be alone in its group replaces the group.
    await link(page).click();
    await page.waitForURL('**/dashboard/distribution-main');
    await heading(page, 'Distribution dashboard').waitFor();
    await page.getByText('No runs on this day').waitFor();
  });
});

async function openLoader() {
  const opened = await running.openSignedIn(LOADER);
  const box = opened.page.getByRole('region', { name: 'Loading on demand' });
  const load = async (script: string) => {
    await box.getByLabel('script').selectOption(script);
    await box.getByRole('button', { name: `Load ${script}` }).click();
    const answer = box.getByRole('status').filter({ hasText: `"script":"${script}"` });
    await answer.waitFor();
    return answer.innerText();
  };
  return { ...opened, load };
}

describe('scripts on demand', () => {
  const NAMES = [
    'form.min',
    'map.min',
    'tinymce',
    'lightgallery',
    'dataTables.buttons',
    'editable-table',
    'buttons.flash',
    'jszip',
    'buttons.html5',
    'buttons.print',
    'bootstrap-colorpicker',
    'ion.rangeSlider',
    'googleapi',
  ];

  test('each script of the specification loads, once', async () => {
    const { load } = await openLoader();
    for (const script of NAMES) expect(JSON.parse(await load(script))).toMatchObject({ script, loaded: true });
    expect(JSON.parse(await load('jszip'))).toEqual({ script: 'jszip', loaded: true, status: 'Already Loaded' });
  });

  test('one that fails to load still resolves, with loaded false', async () => {
    const { page, load } = await openLoader();
    await page.route('**/assets/xlsx-*.js', (route) => route.abort());
    expect(JSON.parse(await load('jszip'))).toEqual({ script: 'jszip', loaded: false, status: 'Failed' });
    expect(JSON.parse(await load('buttons.print'))).toMatchObject({ loaded: true });
  });
});
