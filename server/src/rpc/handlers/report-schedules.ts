import type { ReportSchedule } from '@milepost/contract/report-schedule-operations';
import type { Language } from '@milepost/contract/languages';
import { may } from '../../auth/caller.ts';
import { AppError } from '../../errors.ts';
import { queueRun } from '../../jobs/report-schedule-job.ts';
import { REPORT_KINDS, reportName } from '../../reports/all-reports.ts';
import { documentFor } from '../../reports/document.ts';
import { inTransaction } from '../../store/database.ts';
import { findAccount, languageOf } from '../../store/people/accounts.ts';
import type { Caller } from '../../store/people/callers.ts';
import {
  deleteSchedule,
  pauseSchedule,
  restoreSchedule,
  saveSchedule,
} from '../../store/report-schedules/change-report-schedules.ts';
import { insertOwnRun } from '../../store/report-schedules/change-runs.ts';
import {
  getSchedule,
  listRuns,
  listSchedulePeople,
  listSchedules,
  type ScheduleViewer,
  type StoredSchedule,
} from '../../store/report-schedules/report-schedules.ts';
import type { CallContext, Handlers } from '../handler.ts';

/** People who manage others see, pause and delete their schedules, but only the owner may change the content. */
const viewerOf = (caller: Caller, action: 'view' | 'edit'): ScheduleViewer => ({
  caller,
  all: caller.scope.limit === null && may(caller, 'users', action),
});

function shown(
  { userId, nextAt, saved, ...schedule }: StoredSchedule,
  caller: Caller,
  language: Language,
): ReportSchedule {
  return {
    ...schedule,
    title: saved ?? reportName(schedule.kind, language),
    own: userId === caller.userId,
    nextAt: nextAt?.toISOString() ?? null,
  };
}

async function answer({ services: { database }, caller }: CallContext, id: number) {
  const language = await languageOf(database, caller.userId);
  return { schedule: shown(await getSchedule(database, viewerOf(caller, 'view'), id), caller, language) };
}

export const reportScheduleHandlers = {
  'get-report-schedule-list': async (input, { services: { database }, caller }) => {
    const language = await languageOf(database, caller.userId);
    const words = input.search.toLocaleLowerCase().split(/\s+/);
    const kinds = REPORT_KINDS.filter((kind) => {
      const name = reportName(kind, language).toLocaleLowerCase();
      return words.every((word) => name.includes(word));
    });
    const { rows, total } = await listSchedules(database, viewerOf(caller, 'view'), kinds, input);
    return { rows: rows.map((row) => shown(row, caller, language)), total };
  },

  'get-report-schedule': ({ id }, context) => answer(context, id),

  'get-report-schedule-runs': async ({ id }, { services: { database }, caller }) => {
    await getSchedule(database, viewerOf(caller, 'view'), id);
    return listRuns(database, id);
  },

  'save-report-schedule': async (input, context) => {
    const { services, caller, actor } = context;
    await documentFor(services.database, caller, input.kind);
    const id = await saveSchedule(services.database, caller, actor, input, new Date());
    return answer(context, id);
  },

  'pause-report-schedule': async (input, context) => {
    const { services, caller, actor } = context;
    await pauseSchedule(services.database, viewerOf(caller, 'edit'), actor, input, new Date());
    return answer(context, input.id);
  },

  'delete-report-schedule': async ({ id }, { services, caller, actor }) => {
    await deleteSchedule(services.database, viewerOf(caller, 'edit'), actor, id);
    return {};
  },

  'restore-report-schedule': async ({ id }, context) => {
    const { services, caller, actor } = context;
    await restoreSchedule(services.database, viewerOf(caller, 'edit'), actor, id, new Date());
    return answer(context, id);
  },

  'send-report-schedule': async ({ id }, { services, caller }) => {
    const { kind } = await getSchedule(services.database, { caller, all: false }, id);
    await documentFor(services.database, caller, kind);
    if (!services.config.mailConfigured) throw new AppError('conflict', 'schedule-no-mail');
    const owner = await findAccount(services.database, caller.userId);
    if (!owner?.email) throw new AppError('conflict', 'schedule-own-address');
    await inTransaction(services.database, async (db) => {
      await queueRun(services.queue, await insertOwnRun(db, id, new Date()), db);
    });
    return {};
  },

  'get-report-schedule-people': ({ search }, { services, caller }) =>
    listSchedulePeople(services.database, caller, search),
} satisfies Partial<Handlers>;
