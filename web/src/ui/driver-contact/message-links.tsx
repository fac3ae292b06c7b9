import { Button, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useLinkTo } from '../../api/setup.ts';
import { CopyBlock } from '../copy-block.tsx';
import { NoLinkBase } from '../no-link-base.tsx';

/** A link to a message, for a driver without an account. */
export interface MessageLink {
  name: string;
  token: string;
}

/** The token is after the hash, so that it appears in no log of a proxy. */
const pathOf = (token: string) => `/message#${token}`;

/** Links that the sender passes on. They are shown only once. */
export function MessageLinks({ links, onDone }: { links: readonly MessageLink[]; onDone: () => void }) {
  const { t } = useTranslation();
  const linkTo = useLinkTo();
  if (linkTo === null) return <NoLinkBase />;
  return (
    <Stack gap={12}>
      <Text>{t('messages.links-text', { count: links.length })}</Text>
      {links.map(({ name, token }) => (
        <div key={token}>
          <Text fw={600}>{name}</Text>
          <CopyBlock value={linkTo(pathOf(token))} label={t('messages.copy-link', { name })} />
        </div>
      ))}
      <Button onClick={onDone}>{t('messages.links-done')}</Button>
    </Stack>
  );
}
