// The chunk of the root segment `authentication`.
export { Page404 } from './page404.tsx';
export { SigninPage } from './signin-page.tsx';
