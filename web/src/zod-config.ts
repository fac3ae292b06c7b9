import { config } from 'zod';

// Without this zod probes `new Function`, which the Content-Security-Policy refuses and reports. Must be imported
// before any schema is made.
config({ jitless: true });
