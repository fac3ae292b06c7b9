import react from '@vitejs/plugin-react';
import { defineConfig, type InlineConfig, type Rolldown } from 'vite';
import { aboutConstants } from './vite/about.ts';
import { callInputs } from './vite/call-inputs.ts';
import { changelog } from './vite/changelog.ts';
import { chunkGroups } from './vite/chunk-groups.ts';
import { iconSet } from './vite/icon-set.ts';
import { mapEngine } from './vite/map-engine.ts';

const SERVER = process.env['MILEPOST_SERVER'] ?? 'http://127.0.0.1:8080';

/** The root segment whose page this module is, which names its chunk (specification, section 2). */
const segmentOf = (moduleId: string | null | undefined) =>
  /\/features\/(?:showcase\/)?([^/]+)\//.exec(moduleId ?? '')?.[1];

/** The texts of a language for the shell or for the other screens, whose files are all called alike. */
const textsOf = (moduleId: string | null | undefined) =>
  /\/texts\/([^/]+)\/([^/]+)\.ts$/
    .exec(moduleId ?? '')
    ?.slice(1)
    .join('-');

const fromHere = (file: string) => `${import.meta.dirname}/${file}`;

const output: Rolldown.OutputOptions = {
  // A service worker controls only pages below its own address.
  entryFileNames: ({ name }) => (name === 'service-worker' ? '[name].js' : 'assets/[name]-[hash].js'),
  chunkFileNames: (chunk) =>
    `assets/${segmentOf(chunk.facadeModuleId) ?? textsOf(chunk.facadeModuleId) ?? chunk.name}-[hash].js`,
};

const config: InlineConfig = {
  root: import.meta.dirname,
  plugins: [react(), callInputs(), changelog(), iconSet(), mapEngine()],
  define: aboutConstants(),
  experimental: {
    // Files import each other by relative addresses, so that one build works below any path. The page has absolute
    // addresses, since it is shown at any depth; the server prefixes them with its path.
    renderBuiltUrl: (file, { hostType }) => (hostType === 'html' ? `/${file}` : { relative: true }),
  },
  resolve: {
    alias: [
      // jsPDF would include them for functions that are never called here.
      { find: /^(?:html2canvas|canvg|dompurify)$/, replacement: fromHere('vite/not-used.ts') },
    ],
  },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // For npm run check:size, which reads the imports of chunks.
    manifest: true,
    target: 'es2022',
    // A data: URL in a style or script would need a wider Content-Security-Policy.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1500,
    rolldownOptions: {
      // Unused schemas are removed from the chunks of screens.
      treeshake: { manualPureFunctions: ['z', 'operation'] },
      input: { index: fromHere('index.html'), 'service-worker': fromHere('src/service-worker.ts') },
    },
  },
  server: {
    host: '127.0.0.1',
    port: 5173,
    proxy: {
      '^/[0-9]+\\.html$': { target: SERVER },
      '/live': { target: SERVER, ws: true },
      '/basemap': { target: SERVER },
      '/files': { target: SERVER },
    },
  },
};

export default defineConfig(async ({ command }) => {
  if (command !== 'build') return config;
  const codeSplitting = await chunkGroups(config, output);
  const rolldownOptions = { ...config.build?.rolldownOptions, output: { ...output, codeSplitting } };
  return { ...config, build: { ...config.build, rolldownOptions } };
});
