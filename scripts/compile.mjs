// Compiles the modules of the server into the folder of NODE_COMPILE_CACHE, from which the next starts read them.
import { flushCompileCache } from 'node:module';

const MODULES = ['server', 'start-parts', 'roles/web-role', 'roles/alarm-role', 'jobs/jobs'];

for (const name of MODULES) await import(`../server/src/${name}.ts`);
// Before the exit, which once did not come: a thread of a native module did not end.
flushCompileCache();
process.exit(0);
