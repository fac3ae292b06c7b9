// npm run milepost -- COMMAND: runs the command line on the project's own Node, whichever one runs this: an older Node
// cannot read the program, and would say so in words that name neither its version nor the one that is needed.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { projectNode, ROOT } from './prepare.mjs';

const program = path.join(ROOT, 'server/src/cli/milepost.ts');
const command = spawn(projectNode(), [program, ...process.argv.slice(2)], { stdio: 'inherit' });
// Ctrl-C reaches the command by itself (same terminal).
process.on('SIGINT', () => {});
for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => command.kill(signal));
command.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
