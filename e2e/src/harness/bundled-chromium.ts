import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * The package unpacks file by file into the temporary folder of its process, where others can find it half complete.
 */
const UNPACK = `
  const { default: bundled, inflate } = await import(process.argv[1]);
  await bundled.executablePath();
  await inflate(process.argv[2]);`;

/**
 * Unpacks the program, fonts and the libraries that small systems lack (for x64 Linux) below the temporary folder, once
 * for each version: atomically, whatever the number of concurrent tests.
 */
export async function unpackBundled(): Promise<{ program: string; env: Record<string, string> }> {
  if (process.platform !== 'linux') {
    throw new Error('No Chromium was found. Install Chrome or Chromium, or set CHROME_PATH to its program.');
  }
  const entry = import.meta.resolve('@sparticuz/chromium');
  const root = path.join(path.dirname(fileURLToPath(entry)), '..');
  const folder = path.join(tmpdir(), `milepost-chromium-${await markOf(root)}`);
  if (!existsSync(folder)) await unpack(entry, path.join(root, 'bin/al2023.tar.br'), folder);
  const libraries = [path.join(folder, 'al2023/lib'), process.env['LD_LIBRARY_PATH'] ?? ''].filter(
    (part) => part !== '',
  );
  return {
    program: path.join(folder, 'chromium'),
    env: { LD_LIBRARY_PATH: libraries.join(':'), FONTCONFIG_PATH: path.join(folder, 'fonts') },
  };
}

async function unpack(entry: string, libraries: string, folder: string): Promise<void> {
  const unfinished = await mkdtemp(`${folder}-`);
  try {
    const env = { ...process.env, TMPDIR: unfinished };
    await run(process.execPath, ['--input-type=module', '--eval', UNPACK, entry, libraries], { env });
    await writeFile(path.join(unfinished, 'fonts/fonts.conf'), fontsIn(path.join(folder, 'fonts')));
    await rename(unfinished, folder);
  } catch (error) {
    // Another process has unpacked the package first.
    if (!existsSync(folder)) throw error;
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}

/**
 * The package’s own configuration looks for fonts in other folders; a Chromium without any crashes at the first form.
 */
const fontsIn = (folder: string) => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${folder}/fonts</dir>
  <cachedir>${folder}/cache</cachedir>
</fontconfig>
`;

/** Differs for each version of the package, and of the files made from it here. */
async function markOf(root: string): Promise<string> {
  const description = await readFile(path.join(root, 'package.json'));
  return createHash('sha256').update(description).update(fontsIn('')).digest('hex').slice(0, 12);
}
