/** What programs need to run: where programs, libraries and the home are, language, zone, and the options of Node. */
const NEEDED =
  /^(?:PATH|HOME|USER|LOGNAME|SHELL|LANG|LANGUAGE|TZ|TMPDIR|TEMP|TMP|SystemRoot|SYSTEMROOT|ComSpec|PATHEXT)$/;
const NEEDED_KINDS = /^(?:LC_|LD_|DYLD_|NODE_|SSL_CERT_)/;

/**
 * The environment for child processes: none of our settings, nor any other variable that they do not need. Ours has
 * secrets, and anybody running as their user (PostgreSQL's is `nobody` when we are root) can read theirs.
 */
export function childEnvironment(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(environment).filter(([name]) => NEEDED.test(name) || NEEDED_KINDS.test(name)),
  );
}
