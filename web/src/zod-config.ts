// Otherwise zod probes `new Function`, which the Content-Security-Policy blocks and reports. Set globally, because zod
// itself is not loaded with the first page, and must find it before any schema is created.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
