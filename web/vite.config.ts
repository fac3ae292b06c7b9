import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { iconSet } from './vite/icon-set.ts';

const SERVER = process.env['MILEPOST_SERVER'] ?? 'http://127.0.0.1:8080';

/** The root segment whose page this module is, which names its chunk (specification, section 2). */
const segmentOf = (moduleId: string | null | undefined) => /\/features\/([^/]+)\//.exec(moduleId ?? '')?.[1];

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), iconSet()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    // A data: URL in a style or script would need a wider Content-Security-Policy.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1500,
    rolldownOptions: {
      output: {
        chunkFileNames: (chunk) => `assets/${segmentOf(chunk.facadeModuleId) ?? chunk.name}-[hash].js`,
      },
    },
  },
  server: {
    host: '127.0.0.1',
    port: 5173,
    proxy: {
      '^/[0-9]+\\.html$': { target: SERVER },
      '/live': { target: SERVER, ws: true },
      '/basemap': { target: SERVER },
    },
  },
});
