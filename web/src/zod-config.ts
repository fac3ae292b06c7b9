// Without this zod probes `new Function`, which the Content-Security-Policy refuses and reports. Set where zod looks for
// it, because zod itself is not in what the first page loads, and must find it before any schema is made.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
