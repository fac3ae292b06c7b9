import { Drawer } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './shell.module.css';

interface Props {
  opened: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** The left menu over the page, on a phone. */
export default function SideDrawer({ opened, onClose, children }: Props) {
  const { t } = useTranslation();
  return (
    <Drawer.Root opened={opened} onClose={onClose} size={264} padding={0}>
      <Drawer.Overlay />
      <Drawer.Content aria-label={t('shell.menu')}>
        <Drawer.Body className={classes.drawer}>{children}</Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  );
}
