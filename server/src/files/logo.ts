import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { Turnstile } from '../auth/turnstile.ts';
import { childEnvironment } from '../child-environment.ts';
import { fieldError } from '../errors.ts';

/** The time limit, most of which passes before the picture is read when the machine is busy. */
const WITHIN_MS = 10_000;

/** One at a time, so that memory is bounded whatever arrives. */
const line = new Turnstile(1, 20);

/**
 * Converts a picture to the PNG shown on reports, which contains its pixels and nothing else. An SVG is drawn here and
 * never sent to a browser; the drawing reads no files and no network. An SVG of a few letters can demand hours of work
 * and all memory, and the drawing library cannot be stopped, so it runs in a separate process, which is killed.
 * @throws AppError `invalid` for a picture that is no PNG, JPEG or SVG, is too large, or takes too much to draw
 */
export function makeLogo(picture: Buffer): Promise<Buffer> {
  return line.pass(async () => {
    const drawn = await drawInProcess(picture);
    const refused = (['logo-kind', 'logo-large'] as const).find((code) => drawn.equals(Buffer.from(code)));
    if (refused !== undefined || drawn.length === 0) throw fieldError('invalid', { picture: refused ?? 'logo-kind' });
    return drawn;
  });
}

/** The output of the process; empty when it could not draw. */
async function drawInProcess(picture: Buffer): Promise<Buffer> {
  const script = fileURLToPath(new URL('logo-process.ts', import.meta.url));
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', script], {
    env: childEnvironment(process.env),
    stdio: ['pipe', 'pipe', 'ignore'],
    timeout: WITHIN_MS,
    killSignal: 'SIGKILL',
  });
  // The process may exit before it has read everything; its exit code explains why.
  child.stdin.on('error', () => {});
  child.stdin.end(picture);
  const [drawn, [code]] = await Promise.all([buffer(child.stdout), once(child, 'close')]);
  return code === 0 ? drawn : Buffer.alloc(0);
}
