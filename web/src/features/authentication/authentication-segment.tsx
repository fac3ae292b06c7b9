// The chunk of the root segment `authentication`.
export { ForgotPasswordPage } from './forgot-password-page.tsx';
export { Page404 } from './page404.tsx';
export { Page500 } from './page500.tsx';
export { ResetPasswordPage } from './reset-password-page.tsx';
export { SigninPage } from './signin-page.tsx';
export { SigninSteps, useSteps } from './signin-steps.tsx';
