import { cloneElement, type ReactElement, type ReactNode, Suspense, useState } from 'react';

/** What a menu gets that is fetched with the first click on its button. */
export interface MenuFrame {
  button: ReactElement;
  opened: boolean;
  onChange: (opened: boolean) => void;
}

interface Props {
  /** Must pass on what it is given, as buttons do. */
  button: ReactElement<{ onClick?: () => void; 'aria-haspopup'?: 'menu' | 'dialog'; 'aria-expanded'?: boolean }>;
  popup?: 'menu' | 'dialog';
  /** Draws the lazily loaded menu around the button. */
  renderMenu: (frame: MenuFrame) => ReactNode;
}

/** A button whose menu is fetched when it is opened for the first time: most are not, and menus are no small thing. */
export function LazyMenu({ button, popup = 'menu', renderMenu }: Props) {
  const [opened, setOpened] = useState<boolean | null>(null);
  if (opened === null) {
    return cloneElement(button, { onClick: () => setOpened(true), 'aria-haspopup': popup, 'aria-expanded': false });
  }
  return <Suspense fallback={button}>{renderMenu({ button, opened, onChange: setOpened })}</Suspense>;
}
