// npm start: installs and builds what is out of date, then runs the server with the demo fleet (DEMO=false: without).
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { whenOrphaned } from './when-orphaned.mjs';
import { ensureBuilt, ensureInstalled, projectNode, ROOT } from './prepare.mjs';

const COMPILED = path.join(ROOT, 'node_modules/.cache/compiled');

ensureInstalled();
ensureBuilt();
if (!existsSync(COMPILED)) {
  spawnSync(projectNode(), [path.join(ROOT, 'scripts/compile.mjs')], {
    env: { ...process.env, NODE_COMPILE_CACHE: COMPILED },
    // It takes seconds and only saves time: one that hangs must not keep the server from starting.
    timeout: 60_000,
    killSignal: 'SIGKILL',
  });
}
const server = spawn(projectNode(), [path.join(ROOT, 'server/src/main.ts'), ...process.argv.slice(2)], {
  cwd: ROOT,
  stdio: 'inherit',
  env: {
    // Reading compiled modules takes half the time of compiling them.
    NODE_COMPILE_CACHE: COMPILED,
    ...process.env,
    // A file of settings is that of a real fleet, unless it chooses the demo itself.
    DEMO: process.env.DEMO || (process.env.MILEPOST_CONFIG ? '' : 'true'),
    NODE_ENV: process.env.NODE_ENV || 'production',
  },
});
// Ctrl-C reaches the server by itself (same terminal); a service manager's signal reaches only this process.
process.on('SIGINT', () => {});
const stop = () => server.kill('SIGTERM');
for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, stop);
whenOrphaned(stop);
server.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
