import type { ImportKind } from '@milepost/contract/import-kinds';
import type { Failure } from '@milepost/contract/body-status';
import { pino } from 'pino';
import { workOnImportJob } from '../jobs/import-job.ts';
import { httpFixture, type HttpFixture } from './http-fixture.ts';
import type { TestBrowser } from './test-browser.ts';

type Sent = { status: number; id?: number } & Omit<Partial<Failure>, 'status'>;

export interface ImportFixture extends HttpFixture {
  admin: TestBrowser;
  /** Sends a spreadsheet as a browser does. */
  send(bytes: string | Uint8Array, name?: string, browser?: TestBrowser, kind?: ImportKind): Promise<Sent>;
  /** Sends one, accepts the detected columns, even when the date order is ambiguous, and tries it. */
  check(
    bytes: string | Uint8Array,
    options?: { mode?: 'new' | 'update'; create?: boolean; leaveOut?: boolean; kind?: ImportKind },
  ): Promise<Checked>;
  /** Runs the queued work. */
  work(id: number): Promise<void>;
  /** Starts to import or to undo, and waits until it is finished. */
  run(id: number): Promise<OpenAnswer>;
  undo(id: number): Promise<OpenAnswer>;
}

type OpenAnswer = Awaited<ReturnType<TestBrowser['call']>> & { import?: Checked };
type Checked = NonNullable<Awaited<ReturnType<typeof getImport>>['import']>;

const getImport = (browser: TestBrowser, id: number) => browser.call('get-import', { id });

/** The HTTP application with a person who imports. */
export async function importFixture(): Promise<ImportFixture> {
  const fixture = await httpFixture();
  const admin = await fixture.signedIn();
  const { database, services } = fixture;
  const work = (id: number) =>
    workOnImportJob.work(
      {
        database,
        bus: services.bus,
        logger: pino({ level: 'silent' }),
        queue: services.queue,
        mailer: null,
        publicUrl: null,
        files: services.files,
        places: services.places,
      },
      { importId: id },
      { last: false, signal: new AbortController().signal },
    );
  const send: ImportFixture['send'] = async (bytes, name = 'fleet.csv', browser = admin, kind = 'vehicle') => {
    const cookie = [...browser.cookies].map(([key, value]) => `${key}=${value}`).join('; ');
    const reply = await fixture.app.inject({
      method: 'POST',
      url: `/imports/${kind}`,
      headers: {
        ...browser.headers('session'),
        cookie,
        'content-type': 'application/octet-stream',
        'x-file-name': encodeURIComponent(name),
      },
      payload: Buffer.from(bytes),
    });
    return reply.json<Sent>();
  };
  const after = async (route: 'run-import' | 'undo-import', id: number) => {
    const begun = await admin.call(route, { id });
    if (begun.status !== 200) return begun;
    await work(id);
    return getImport(admin, id);
  };
  return {
    ...fixture,
    admin,
    send,
    check: async (bytes, { mode = 'new', create = true, leaveOut = true, kind = 'vehicle' } = {}) => {
      const sent = await send(bytes, 'fleet.csv', admin, kind);
      const opened = (await getImport(admin, sent.id ?? 0)).import;
      if (!opened) throw new Error(`not read: ${sent.message}`);
      const columns = opened.columns.map(({ field, days, words }) => ({
        field,
        days,
        sure: true,
        ...(words && { words }),
      }));
      const checked = await admin.call('check-import', { id: opened.id, columns, mode, create, leaveOut });
      if (!checked.import) throw new Error(`not tried: ${checked.message} ${JSON.stringify(checked.fields)}`);
      return checked.import;
    },
    work,
    run: (id) => after('run-import', id),
    undo: (id) => after('undo-import', id),
  };
}
