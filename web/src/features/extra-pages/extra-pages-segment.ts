// The chunk of the root segment `extra-pages`.
const Soon = () => null;
export { Soon as ProfilePage, Soon as HelpPage, Soon as AboutPage };
