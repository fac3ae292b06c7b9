import { MESSAGE_BOXES } from '@milepost/contract/message-boxes';
import { Button, SegmentedControl } from '@mantine/core';
import { IconMail, IconMailForward, IconPencilPlus } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { call } from '../../api/call.ts';
import { useMay } from '../../api/setup.ts';
import { useCall } from '../../api/use-call.ts';
import { formatNumber } from '../../text/format.ts';
import { useTableState } from '../../ui/data-table/use-table-state.ts';
import { useOpenRecord } from '../../ui/form/use-open-record.ts';
import { lazyPart } from '../../ui/lazy-part.ts';
import { ListPage } from '../../ui/list-page/list-page.tsx';
import { SAME_PAGE } from '../../ui/same-page.ts';
import { MESSAGE_DEFAULTS, messageCells, messageColumns } from './message-columns.tsx';
import { OPEN_NAMES, readState } from './message-state.ts';

const MessageDrawer = lazyPart(async () => ({ default: (await import('./message-drawer.tsx')).MessageDrawer }));
const ComposeDrawer = lazyPart(async () => ({ default: (await import('./compose-drawer.tsx')).ComposeDrawer }));

/** The person's messages: received, sent and drafts; with a link to the mails that the application sent. */
export default function EmailPage() {
  const { t } = useTranslation();
  const list = useTableState(MESSAGE_DEFAULTS);
  const [params, setParams] = useSearchParams();
  const { open } = useOpenRecord();
  const mayWrite = useMay('messages', 'create');
  const mayOutbox = useMay('outbox', 'view');
  const { box } = readState(params);
  const query = useCall('get-message-list', { ...list.state, box }, { placeholderData: keepPreviousData });
  const unread = query.data?.unread ?? 0;

  /** Opens a message or a form, replacing the open one. */
  function show(name?: (typeof OPEN_NAMES)[number], value = '') {
    setParams((current) => {
      const next = new URLSearchParams(current);
      for (const one of OPEN_NAMES) next.delete(one);
      if (name !== undefined) next.set(name, value);
      return next;
    }, SAME_PAGE);
  }
  const writeButton = mayWrite && (
    <Button leftSection={<IconPencilPlus size={16} aria-hidden />} onClick={() => show('write', 'new')}>
      {t('messages.write')}
    </Button>
  );
  const wordOf = (one: (typeof MESSAGE_BOXES)[number]) =>
    one === 'inbox' && unread > 0
      ? t('messages.inbox-unread', { number: formatNumber(unread) })
      : t(`messages.box.${one}`);
  return (
    <>
      <ListPage
        title={t('messages.title')}
        label={t(`messages.box.${box}`)}
        searchLabel={t('messages.search')}
        list={list}
        columns={messageColumns(t, box)}
        query={query}
        onOpen={({ id }) => (box === 'drafts' && mayWrite ? show('draft', String(id)) : open(id))}
        file={{
          name: `messages-${box}`,
          columns: messageCells(t, box),
          fetchPage: (page, pageSize) => call('get-message-list', { ...list.state, box, page, pageSize }),
        }}
        filters={
          <SegmentedControl
            aria-label={t('messages.boxes')}
            value={box}
            onChange={(next) => list.filter({ box: next === 'inbox' ? null : next, open: null })}
            data={MESSAGE_BOXES.map((value) => ({ value, label: wordOf(value) }))}
          />
        }
        retained={box === 'inbox' ? {} : { box }}
        lead={
          mayOutbox && (
            <Button
              component={Link}
              to="/admin/outbox"
              variant="default"
              leftSection={<IconMailForward size={16} aria-hidden />}
            >
              {t('messages.outbox')}
            </Button>
          )
        }
        actions={writeButton}
        empty={{
          Icon: IconMail,
          title: t(`messages.empty.${box}`),
          text: t('messages.empty-text'),
          action: writeButton,
        }}
      />
      <Suspense>
        <MessageDrawer box={box} onClose={() => show()} onReply={(id) => show('reply', String(id))} />
      </Suspense>
      <Suspense>
        <ComposeDrawer onClose={() => show()} />
      </Suspense>
    </>
  );
}
