import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { buffer, text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { fault } from '@milepost/contract/fault';
import { maxPdfRows } from '@milepost/contract/pdf-limits';
import { childEnvironment } from '../../child-environment.ts';
import { AppError } from '../../errors.ts';
import { pdfData, type PdfData, type PdfPictures } from './pdf-data.ts';
import { type WriteReport, widestOf } from './report-file.ts';

const WITHIN_MS = 180_000;
/** The memory limit of Typst in pages of 64 KiB: 1.25 GiB. */
const WASM_PAGES = 20_000;
const OLD_SPACE_MB = 512;

/**
 * Refuses a report that is too long for a PDF, before anything is made.
 * @throws AppError `conflict`
 */
export function requirePdfSize(rows: number, columns: number): void {
  const most = maxPdfRows(columns);
  if (rows > most) throw new AppError('conflict', fault('pdf-long', { most }));
}

/** For reading and printing, with text that can be searched and copied, in every language of the interface. */
export const writePdf: WriteReport = async (file, to, signal) => {
  const widest = widestOf(file);
  let rows = 0;
  const { data, pictures } = await pdfData(file, (more) => {
    signal.throwIfAborted();
    rows += more;
    requirePdfSize(rows, widest);
  });
  const pdf = await makePdf(data, pictures, signal);
  await pipeline(Readable.from([pdf]), to, { signal });
  return { rows };
};

let former: Promise<unknown> = Promise.resolve();

/** Runs Typst in a process of its own, one at a time: two would need twice the memory. */
function makePdf(data: PdfData, pictures: PdfPictures, signal: AbortSignal): Promise<Buffer> {
  const made = former.then(() => {
    signal.throwIfAborted();
    return runTypst(data, pictures, signal);
  });
  former = made.catch(() => {});
  return made;
}

/** The process, whose memory and time are limited, and which is killed with the signal. */
async function runTypst(data: PdfData, pictures: PdfPictures, signal: AbortSignal): Promise<Buffer> {
  const script = fileURLToPath(new URL('pdf-process.ts', import.meta.url));
  const flags = [
    `--wasm-max-mem-pages=${WASM_PAGES}`,
    `--max-old-space-size=${OLD_SPACE_MB}`,
    '--disable-warning=ExperimentalWarning',
  ];
  const child = spawn(process.execPath, [...flags, script], {
    env: childEnvironment(process.env),
    stdio: ['pipe', 'pipe', 'pipe'],
    signal: AbortSignal.any([signal, AbortSignal.timeout(WITHIN_MS)]),
    killSignal: 'SIGKILL',
  });
  const coded = Object.fromEntries(
    Object.entries(pictures).map(([name, bytes]) => [name, Buffer.from(bytes).toString('base64')]),
  );
  // The process may exit before it has read everything; its exit code explains why.
  child.stdin.on('error', () => {});
  child.stdin.end(JSON.stringify({ data, pictures: coded }));
  const [pdf, errors, [code]] = await Promise.all([buffer(child.stdout), text(child.stderr), once(child, 'close')]);
  if (code !== 0 || pdf.length === 0) throw new Error(`The PDF could not be created: ${errors.slice(-2000)}`);
  return pdf;
}
