import { accessSync, constants } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { unpackBundled } from './bundled-chromium.ts';
import { limitCalls } from './limited-calls.ts';

/** The usual paths of Chromium; the first existing one is used. */
const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  path.join(homedir(), 'Applications/Google Chrome.app/Contents/MacOS/Google Chrome'),
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/**
 * As on a machine without a graphics card, so that the map looks the same on all: the processor composites the page,
 * which WebGL needs too. (Graphics through SwiftShader, by `--use-angle`, cost three times as much.)
 */
const FLAGS = [
  '--disable-gpu',
  '--enable-unsafe-swiftshader',
  '--disable-background-networking',
  '--disable-component-update',
  '--no-first-run',
  // A test's page must keep rendering and running timers while another window is in front.
  '--disable-backgrounding-occluded-windows',
  '--disable-renderer-backgrounding',
  '--force-color-profile=srgb',
];

const isRoot = process.getuid?.() === 0;

/**
 * Starts a Chromium of this machine: the one in `CHROME_PATH`, otherwise one at a usual path, otherwise the one of the
 * npm package `@sparticuz/chromium` (which `CHROME_PATH=bundled` selects).
 */
export async function launchChromium(): Promise<Browser> {
  const wanted = process.env['CHROME_PATH'] ?? '';
  const present = wanted === 'bundled' ? undefined : [wanted, ...PLACES].find(isProgram);
  if (wanted !== '' && wanted !== 'bundled' && present !== wanted) throw new Error(`CHROME_PATH: no program ${wanted}`);
  if (present !== undefined) return launch(present, {});
  const bundled = await unpackBundled();
  process.stdout.write('Using the Chromium of the package @sparticuz/chromium; this machine has none of its own.\n');
  return launch(bundled.program, bundled.env);
}

let shared: Promise<Browser> | undefined;

/** The Chromium of this process and of all test files that it runs; it ends with the process. */
export const sharedChromium = (): Promise<Browser> => (shared ??= launchChromium());

/** Makes the next test start a new browser, because this one no longer responds. */
export function leaveSharedChromium(): void {
  const left = shared;
  shared = undefined;
  void left?.then((browser) => browser.close()).catch(() => {});
}

async function launch(executablePath: string, env: Record<string, string>): Promise<Browser> {
  const browser = await chromium.launch({
    executablePath,
    // Chromium's sandbox does not work as root, the usual user in containers.
    args: isRoot ? [...FLAGS, '--no-sandbox'] : FLAGS,
    env: { ...process.env, ...env },
  });
  limitCalls(browser);
  return browser;
}

function isProgram(file: string): boolean {
  if (file === '') return false;
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
