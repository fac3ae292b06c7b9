// npm run dev: the server with the demo fleet, restarted when its sources change, and the web application with hot
// reload on port 5173, which passes calls on to the server.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { ensureBuilt, ensureInstalled, projectNode, ROOT } from './prepare.mjs';

ensureInstalled();
ensureBuilt();
const env = {
  ...process.env,
  DEMO: process.env.DEMO || 'true',
  NODE_ENV: 'development',
  MILEPOST_SERVER: process.env.MILEPOST_SERVER || `http://127.0.0.1:${process.env.PORT || 8080}`,
};
const inRoot = (...parts) => path.join(ROOT, ...parts);
const watched = ['server', 'contract', 'protocols', 'tracking'].flatMap((room) => [
  '--watch-path',
  inRoot(room, 'src'),
]);
const children = [
  [...watched, inRoot('server/src/main.ts')],
  [inRoot('node_modules/vite/bin/vite.js'), inRoot('web')],
].map((args) => spawn(projectNode(), args, { cwd: ROOT, stdio: 'inherit', env }));

const stop = () => {
  for (const child of children) child.kill('SIGTERM');
};
process.on('SIGINT', () => {});
process.on('SIGTERM', stop);
for (const child of children) {
  child.on('exit', (code) => {
    stop();
    process.exitCode = code ?? 1;
  });
}
