// Compiles the modules of the server into the folder of NODE_COMPILE_CACHE, from which the next starts read them.
const MODULES = ['server', 'start-parts', 'roles/web-role', 'roles/alarm-role', 'jobs/jobs'];

for (const name of MODULES) await import(`../server/src/${name}.ts`);
process.exit(0);
