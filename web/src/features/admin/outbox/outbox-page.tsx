import type { Mail } from '@milepost/contract/admin-operations';
import { Anchor, Badge, Stack, Text } from '@mantine/core';
import { IconMail, IconMailOff } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Drawer } from '../../../ui/dialog/drawer.tsx';
import { useSetup } from '../../../api/setup.ts';
import { useCall } from '../../../api/use-call.ts';
import { formatDateTime } from '../../../text/format.ts';
import { Alert } from '../../../ui/alert/alert.tsx';
import type { Column } from '../../../ui/data-table/column.ts';
import type { TableDefaults } from '../../../ui/data-table/table-state.ts';
import { useTableState } from '../../../ui/data-table/use-table-state.ts';
import { ListPage } from '../../../ui/list-page/list-page.tsx';
import classes from '../admin.module.css';
import { piecesOf } from './mail-links.ts';
import { faultText } from '../../../text/fault-text.ts';
import { FaultDetail } from '../../../ui/fault-detail.tsx';

const SORTS = ['at', 'to', 'subject', 'state'] as const;
type Sort = (typeof SORTS)[number];
const DEFAULTS: TableDefaults<Sort> = { sorts: SORTS, sort: 'at', direction: 'desc' };
const COLOURS = { held: 'orange', waiting: 'accent', sent: 'green', failed: 'red' } as const;

/** Every mail of the application, with its outcome. */
export default function OutboxPage() {
  const { t } = useTranslation();
  const list = useTableState(DEFAULTS);
  const { state } = list;
  const [opened, setOpened] = useState(false);
  const [shown, setShown] = useState<Mail | null>(null);
  const mailConfigured = useSetup().data?.mailConfigured ?? true;
  const query = useCall('get-mail-list', state, { placeholderData: keepPreviousData });
  return (
    <div className={classes['column']}>
      {!mailConfigured && (
        <Alert icon={<IconMailOff aria-hidden />} m={{ base: 12, sm: 24 }} mb={0}>
          {t('admin.outbox.not-configured')}
        </Alert>
      )}
      <div className={classes['rest']}>
        <ListPage
          title={t('admin.outbox.title')}
          searchLabel={t('admin.outbox.search')}
          columns={columns(t)}
          list={list}
          query={query}
          onOpen={(mail) => {
            setShown(mail);
            setOpened(true);
          }}
          empty={{ Icon: IconMail, title: t('admin.outbox.empty'), text: t('admin.outbox.empty-text') }}
        />
      </div>
      <Drawer
        opened={opened}
        onClose={() => setOpened(false)}
        position="right"
        size={560}
        title={shown?.subject ?? ' '}
        closeButtonProps={{ 'aria-label': t('form.close') }}
        styles={{ title: { fontWeight: 650, fontSize: 17 } }}
      >
        {shown && <MailView mail={shown} />}
      </Drawer>
    </div>
  );
}

function MailView({ mail }: { mail: Mail }) {
  const { t } = useTranslation();
  return (
    <Stack>
      <dl className={classes['facts']}>
        <dt>{t('admin.outbox.to')}</dt>
        <dd>
          <Anchor href={`mailto:${encodeURIComponent(mail.to)}`}>{mail.to}</Anchor>
        </dd>
        <dt>{t('admin.outbox.at')}</dt>
        <dd>{formatDateTime(mail.at)}</dd>
        <dt>{t('admin.outbox.state-label')}</dt>
        <dd>{t(`admin.outbox.state.${mail.state}`)}</dd>
      </dl>
      {mail.fault !== null && (
        <Alert type="danger" dismissible={false}>
          {faultText(mail.fault)}
          <FaultDetail fault={mail.fault} />
        </Alert>
      )}
      <pre className={classes['mail']}>
        {piecesOf(mail.text).map(({ text, link }, at) =>
          link ? (
            <Anchor key={at} href={text}>
              {text}
            </Anchor>
          ) : (
            text
          ),
        )}
      </pre>
    </Stack>
  );
}

function columns(t: TFunction): Column<Mail, Sort>[] {
  const label = (key: string) => t(`admin.outbox.${key}`);
  return [
    {
      key: 'subject',
      label: label('subject'),
      sort: 'subject',
      render: ({ subject }) => (
        <Text span fw={600}>
          {subject}
        </Text>
      ),
    },
    { key: 'to', label: label('to'), sort: 'to', render: ({ to }) => to },
    { key: 'at', label: label('at'), sort: 'at', render: ({ at }) => formatDateTime(at) },
    {
      key: 'state',
      label: label('state-label'),
      sort: 'state',
      render: ({ state }) => (
        <Badge variant="light" color={COLOURS[state]} tt="none" fw={600}>
          {t(`admin.outbox.state.${state}`)}
        </Badge>
      ),
    },
  ];
}
