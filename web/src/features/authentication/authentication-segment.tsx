export function SigninPage() {
  return null;
}
export function Page404() {
  return null;
}
