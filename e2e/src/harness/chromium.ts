import { accessSync, constants } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { unpackBundled } from './bundled-chromium.ts';
import { limitCalls } from './limited-calls.ts';

/** Where systems keep a Chromium; the first that is there is taken. */
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
 * As on a machine without a graphics card, so that the map draws the same on all: the page is put together by the
 * processor, which WebGL needs too. (Graphics through SwiftShader, as `--use-angle` has it, costs three times as much.)
 */
const FLAGS = [
  '--disable-gpu',
  '--enable-unsafe-swiftshader',
  '--disable-background-networking',
  '--disable-component-update',
  '--no-first-run',
  // A test's page must go on drawing and ticking while another window is in front.
  '--disable-backgrounding-occluded-windows',
  '--disable-renderer-backgrounding',
  '--force-color-profile=srgb',
];

const isRoot = process.getuid?.() === 0;

/**
 * Starts a Chromium of this machine: the one that `CHROME_PATH` names, else one in a usual place, else the one of the
 * npm package `@sparticuz/chromium` (`CHROME_PATH=bundled` asks for that).
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

/** The Chromium of this process and of all files of tests that it runs; it ends with the process. */
export const sharedChromium = (): Promise<Browser> => (shared ??= launchChromium());

/** Has the next test start another one, where this one answers no more. */
export function leaveSharedChromium(): void {
  const left = shared;
  shared = undefined;
  void left?.then((browser) => browser.close()).catch(() => {});
}

async function launch(executablePath: string, env: Record<string, string>): Promise<Browser> {
  const browser = await chromium.launch({
    executablePath,
    // Chromium's sandbox does not start as root, which is what containers run as.
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
