import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { Turnstile } from '../auth/turnstile.ts';
import { childEnvironment } from '../child-environment.ts';
import { fieldError } from '../errors.ts';

/** Time, most of which goes by before the picture is looked at where much else is going on. */
const WITHIN_MS = 10_000;

/** One at a time, so that memory is bounded whatever comes in. */
const line = new Turnstile(1, 20);

/**
 * Makes of a picture the PNG that stands on reports: its pixels and nothing else of it. An SVG is drawn here and never
 * given to a browser; the drawing reads no files and no network. It can ask for hours of work and all memory in a few
 * letters, and what draws cannot be stopped: so it has a process of its own, which is killed.
 * @throws AppError `invalid` for what is no PNG, JPEG or SVG, is too large, or takes too much to draw
 */
export function makeLogo(picture: Buffer): Promise<Buffer> {
  return line.pass(async () => {
    const drawn = await drawInProcess(picture);
    const refused = (['logo-kind', 'logo-large'] as const).find((code) => drawn.equals(Buffer.from(code)));
    if (refused !== undefined || drawn.length === 0) throw fieldError('invalid', { picture: refused ?? 'logo-kind' });
    return drawn;
  });
}

/** What the process says; nothing where it could not draw. */
async function drawInProcess(picture: Buffer): Promise<Buffer> {
  const script = fileURLToPath(new URL('logo-process.ts', import.meta.url));
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', script], {
    env: childEnvironment(process.env),
    stdio: ['pipe', 'pipe', 'ignore'],
    timeout: WITHIN_MS,
    killSignal: 'SIGKILL',
  });
  // Who ends early does not read it all; the exit says so.
  child.stdin.on('error', () => {});
  child.stdin.end(picture);
  const [drawn, [code]] = await Promise.all([buffer(child.stdout), once(child, 'close')]);
  return code === 0 ? drawn : Buffer.alloc(0);
}
