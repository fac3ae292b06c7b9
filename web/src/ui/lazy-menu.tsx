import { cloneElement, type ReactElement, type ReactNode, Suspense, useState } from 'react';

/** The properties of a menu that is lazy-loaded at the first click on its button. */
export interface MenuFrame {
  button: ReactElement;
  opened: boolean;
  onChange: (opened: boolean) => void;
}

interface Props {
  /** Must pass on the properties that it is given, as buttons do. */
  button: ReactElement<{ onClick?: () => void; 'aria-haspopup'?: 'menu' | 'dialog'; 'aria-expanded'?: boolean }>;
  popup?: 'menu' | 'dialog';
  /** Renders the lazy-loaded menu around the button. */
  renderMenu: (frame: MenuFrame) => ReactNode;
}

/** A button whose menu is lazy-loaded when it is first opened: most are never opened, and menus are large. */
export function LazyMenu({ button, popup = 'menu', renderMenu }: Props) {
  const [opened, setOpened] = useState<boolean | null>(null);
  if (opened === null) {
    return cloneElement(button, { onClick: () => setOpened(true), 'aria-haspopup': popup, 'aria-expanded': false });
  }
  return <Suspense fallback={button}>{renderMenu({ button, opened, onChange: setOpened })}</Suspense>;
}
