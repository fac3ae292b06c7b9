// A separate process: reads a report from standard input and writes it as a PDF to standard output.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { json } from 'node:stream/consumers';
import { initSync, TypstCompilerBuilder } from '@myriaddreamin/typst-ts-web-compiler';
import { logicalOrder } from './pdf-text-order.ts';

const FONTS = [
  '@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf',
  '@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf',
  '@expo-google-fonts/vazirmatn/400Regular/Vazirmatn_400Regular.ttf',
  '@expo-google-fonts/vazirmatn/700Bold/Vazirmatn_700Bold.ttf',
  '@expo-google-fonts/noto-sans-devanagari/400Regular/NotoSansDevanagari_400Regular.ttf',
  '@expo-google-fonts/noto-sans-devanagari/700Bold/NotoSansDevanagari_700Bold.ttf',
];
/** Errors as text. */
const DIAGNOSTICS = 3;

const packaged = (name: string) => readFileSync(fileURLToPath(import.meta.resolve(name)));

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

const given: unknown = await json(process.stdin);
if (!isRecord(given) || !isRecord(given['pictures'])) throw new Error('no report');
initSync({ module: packaged('@myriaddreamin/typst-ts-web-compiler/wasm') });
const builder = new TypstCompilerBuilder();
builder.set_dummy_access_model();
for (const font of FONTS) await builder.add_raw_font(packaged(font));
const compiler = await builder.build();
compiler.add_source('/main.typ', readFileSync(new URL('pdf.typ', import.meta.url), 'utf8'));
compiler.map_shadow('/data.json', Buffer.from(JSON.stringify(given['data'])));
for (const [name, base64] of Object.entries(given['pictures'])) {
  compiler.map_shadow(`/${name}`, Buffer.from(String(base64), 'base64'));
}
const made: unknown = compiler.compile('/main.typ', undefined, 'pdf', DIAGNOSTICS);
const pdf = isRecord(made) ? made['result'] : null;
if (!(pdf instanceof Uint8Array)) throw new Error(`Typst: ${JSON.stringify(made).slice(0, 2000)}`);
process.stdout.end(logicalOrder(Buffer.from(pdf)));
