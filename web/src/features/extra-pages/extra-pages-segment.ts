// The chunk of the root segment `extra-pages`.
export { AboutPage } from './about/about-page.tsx';
export { HelpPage } from './help/help-page.tsx';
export { ProfilePage } from './profile/profile-page.tsx';
