import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Plugin } from 'vite';

const LIBRARY = 'maplibre-gl';
const WORKER = 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';
const WORKER_MODULE = '\0map-engine-worker';

const require = createRequire(import.meta.url);
const readDist = (file: string) =>
  readFileSync(require.resolve(`maplibre-gl/dist/${file}`), 'utf8').replace(/\/\/# sourceMappingURL=\S+\s*$/, '');

/** Splits a module into its code without exports, and its exports: exported name by local name. */
function splitExports(code: string): { body: string; names: Map<string, string> } {
  const clause = /export\s*\{([^{}]*)\};?\s*$/.exec(code);
  if (!clause) throw new Error('A module of maplibre-gl does not end with its exports');
  const pairs = (clause[1] ?? '').split(',').map((pair) => pair.trim().split(/\s+as\s+/));
  const names = new Map(pairs.map(([inside = '', outside = inside]) => [outside, inside]));
  return { body: code.slice(0, clause.index), names };
}

/**
 * Puts MapLibre and its worker in one file. Most of the worker's code repeats that of the library, so that together
 * they compress to three quarters of the two files, and the worker finds the file in the browser's cache.
 */
export function mapEngine(): Plugin {
  const source = engineSource();
  // The server and npm run check:size recognise workers by their names.
  const name = `maplibre-with-worker-${createHash('sha256').update(source).digest('hex').slice(0, 8)}.js`;
  return {
    name: 'map-engine',
    // Without a build, and in tests, the library is loaded unchanged.
    apply: 'build',
    enforce: 'pre',
    buildStart() {
      this.emitFile({ type: 'asset', fileName: `assets/${name}`, source });
    },
    resolveId(id) {
      // Not minified again, because the two would then be less similar and compress less well.
      if (id === LIBRARY) return { id: `./${name}`, external: true };
      return id === WORKER ? WORKER_MODULE : null;
    },
    load: (id) =>
      id === WORKER_MODULE ? `export default import.meta.url.replace(/[^/]*$/, ${JSON.stringify(name)});` : null,
  };
}

function engineSource(): string {
  const library = splitExports(readDist('maplibre-gl.mjs'));
  const worker = splitExports(readDist('maplibre-gl-worker.mjs'));
  const names = [...library.names];
  return [
    `function inWorker(){${worker.body}\nreturn{}}`,
    `function inPage(){${library.body}\nreturn{${names.map(([outside, inside]) => `${outside}:${inside}`).join(',')}}}`,
    `const engine=typeof WorkerGlobalScope!=='undefined'&&self instanceof WorkerGlobalScope?inWorker():inPage();`,
    ...names.map(([outside], index) => `const e${index}=engine.${outside};`),
    `export{${names.map(([outside], index) => `e${index} as ${outside}`).join(',')}};`,
  ].join('\n');
}
