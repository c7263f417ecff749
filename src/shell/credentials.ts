import { globMatches, hasGlob } from './glob.ts';
import { baseName } from './path.ts';

/** Names of `.env` files that hold no secrets: samples that are committed on purpose, and type declarations. */
const SAMPLE = /\.(example|examples|sample|template|tmpl|dist|defaults?|d\.ts|md|test\.example|schema)$/i;

/** Credential files by the end of their path. */
const FILES: readonly RegExp[] = [
  /(^|\/)\.(aws\/(credentials|config)|azure\/.+|config\/gcloud\/.+|config\/gh\/hosts\.yml|docker\/config\.json|kube\/config|netrc|pgpass|my\.cnf|npmrc|yarnrc\.yml|pypirc|git-credentials|gnupg\/.+|password-store\/.+|vault-token|boto|s3cfg|terraformrc|terraform\.d\/credentials\.tfrc\.json|cargo\/credentials(\.toml)?|gem\/credentials|composer\/auth\.json|htpasswd|envrc|config\/op\/.+|config\/rclone\/rclone\.conf|local\/share\/keyrings\/.+|bitcoin\/.+|ethereum\/.+|m2\/settings\.xml|gradle\/gradle\.properties|claude\/\.credentials\.json|codex\/auth\.json|gemini\/oauth_creds\.json|mozilla\/.+|config\/google-chrome\/.+|config\/chromium\/.+)$/i,
  /(^|\/)\.ssh(\/.*)?$/,
  /(^|\/)(id_(rsa|dsa|ecdsa|ed25519)(_[\w-]+)?|credentials\.json|service[-_]account[\w.-]*\.json|client_secrets?[\w.-]*\.json|secrets?\.(ya?ml|json|toml|env)|master\.key|.*\.(pem|p12|pfx|jks|keystore|kdbx|ppk|agekey)|.*_rsa|.*\.key|terraform\.tfstate(\.backup)?|.*\.tfvars\.secret|kubeconfig|wallet\.dat|login\.keychain(-db)?|Login Data|cookies\.sqlite|logins\.json|key4\.db|\.htpasswd|\.netrc|_netrc)$/i,
  /^\/etc\/(shadow|gshadow|sudoers|master\.passwd|krb5\.keytab|ssl\/private\/.+)/,
  /^\/proc\/[^/]+\/(environ|mem|maps|cmdline)$/,
  /^\/(var\/)?run\/secrets(\/.*)?$/,
  /(^|\/)Library\/(Keychains|Application Support\/(Google\/Chrome|Firefox))\/.+/,
];

/** Credential files of `.ssh` that are no secret. */
const PUBLIC =
  /(\.pub|\.ssh\/known_hosts(\.old)?|\.pem\.example|fullchain\.pem|cert\.pem|ca\.pem|chain\.pem|cacert\.pem|.*\.crt)$/i;

/** What a pattern is tried against: `cat .en?` names `.env` as `cat .env` does. */
const TYPICAL = [
  '.env',
  '.env.local',
  '.env.production',
  'id_rsa',
  'id_ed25519',
  'credentials',
  'credentials.json',
  '.netrc',
  '.npmrc',
];

/** Whether a `.env` file that holds secrets, by its name. */
export function isEnvFile(name: string): boolean {
  return /^\.env(\.[\w.-]+)?$|^\.env-[\w-]+$|^[\w-]+\.env$/i.test(name) && !SAMPLE.test(name);
}

/** Whether the path names a file that holds credentials. `.npmrc` of a project is not one, the home's is. */
export function isCredentialPath(path: string): boolean {
  // hostile: the expressions above are tried on a bounded text.
  const text = path.length > 1024 ? path.slice(-1024) : path;
  const name = baseName(text);
  if (
    hasGlob(name) &&
    name !== '*' &&
    !name.startsWith('*.') &&
    TYPICAL.some((typical) => globMatches(name, typical))
  ) {
    const folder = text.slice(0, text.length - name.length);
    return TYPICAL.some((typical) => globMatches(name, typical) && isCredentialPath(folder + typical));
  }
  if (isEnvFile(name)) return true;
  if (PUBLIC.test(text) || SAMPLE.test(text)) return false;
  if (/^\.(npmrc|yarnrc\.yml)$/.test(name))
    return (
      text.startsWith('/home/') ||
      text.startsWith('/Users/') ||
      text.startsWith('/root/') ||
      text.startsWith('~')
    );
  return FILES.some((pattern) => pattern.test(text));
}

/** Whether a folder is one of credentials as a whole. */
export function isCredentialFolder(path: string): boolean {
  return /(^|\/)\.(ssh|aws|gnupg|kube|azure|password-store|docker)\/?$/.test(path.slice(-1024));
}
