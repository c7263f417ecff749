import type { Target } from '../../model/target.ts';
import type { SimpleCommand } from '../command.ts';
import { isCredentialFolder, isCredentialPath } from '../credentials.ts';
import type { Effect } from '../effect.ts';
import { inlineCode } from '../interpreter.ts';
import { readArguments } from '../options.ts';
import { upstream } from '../upstream.ts';
import { goesOut } from './hosts.ts';
import { uploads } from './uploads.ts';

/** Commands that print a secret from a keychain or a password store, by name and first words. */
const STORES: readonly RegExp[] = [
  /^security (dump-keychain|find-(generic|internet)-password|export|find-identity)/,
  /^secret-tool (lookup|search)/,
  /^pass( show| -c|$| [\w/.-]+$)/,
  /^gopass( show| [\w/.-]+$)/,
  /^op (item get|read|document get|inject|vault|item list|signin)/,
  /^bw (get|export|list|unlock)/,
  /^lpass (show|export)/,
  /^keepassxc-cli (show|export|clip)/,
  /^gh auth (token|status .*(-t|--show-token))/,
  /^glab auth (token|status)/,
  /^aws (configure (get|export-credentials)|secretsmanager get-secret-value|ssm get-parameter|sts get-session-token|ecr get-login-password|kms decrypt)/,
  /^gcloud (auth (print-access-token|print-identity-token|application-default print-access-token)|secrets versions access)/,
  /^az (account get-access-token|keyvault secret (show|list)|keyvault key)/,
  /^vault (kv get|read|print token|token lookup)/,
  /^kubectl( -n \S+)? (get secrets?\b|describe secrets?\b|config view .*--raw|create token)/,
  /^oc (get secrets?\b|whoami -t)/,
  /^terraform (output|state pull|show -json)/,
  /^tofu (output|state pull)/,
  /^npm (token list|config get .*_auth)/,
  /^git credential/,
  /^gpg .*--export-secret/,
  /^heroku (config|auth:token)/,
  /^(vercel|netlify|fly|flyctl|railway|doppler) (env pull|env:list|env:get|secrets|variables|auth token)/,
  /^(sops|age|ansible-vault) (-d|--decrypt|decrypt|view)/,
  /^(chamber|credstash|teller|summon|envchain) /,
  /^doctl auth/,
  /^docker (secret inspect|config inspect)/,
  /^(mimikatz|lazagne|trufflehog)/,
  /^firebase login:ci/,
  /^snyk config get/,
  /^(strings|gdb|gcore) .*\/proc\/\d+\/mem/,
];
/** All in one: each command that is read is compared with them, and V8 tells them apart by their first letters. */
const STORE = new RegExp(STORES.map(({ source }) => source).join('|'));

const SECRET_NAME =
  /(TOKEN|SECRET|PASSWORD|PASSWD|API_?KEY|ACCESS_?KEY|PRIVATE_?KEY|CREDENTIALS?|_PAT$|^PW$|AUTH)/;

/** What a command reads of credentials, from files, stores and variables, and what it sends away. */
export function secretEffects(command: SimpleCommand, targets: readonly Target[]): readonly Effect[] {
  const out: Effect[] = [];
  if (
    command.place !== 'container' &&
    ((!looksOnly(command) && readsSecretFile(targets)) || namesSecretFile(command))
  )
    out.push('credential_read');
  const line = command.words
    .slice(0, 12)
    .map((word) => word.text.slice(0, 100))
    .join(' ');
  const named = `${command.name}${line.slice(command.words[0]?.text.length ?? 0)}`;
  if (STORE.test(named) && !/--help|\btfstate-check\b/.test(named)) out.push('credential_read');
  if (printsSecret(command) || filtersSecrets(command)) out.push('credential_read');
  if (writesSecretFile(targets)) out.push('credential_write');
  out.push(...sends(command));
  if (uploads(command, targets))
    out.push('upload', ...(pipesSecrets(command) ? (['credential_read'] as const) : []));
  if (codePrintsSecret(command)) out.push('credential_read');
  return out;
}

/** Commands that look at a file's name and size, not at what is in it. */
const LOOKS_ONLY = /^(ls|dir|eza|exa|stat|file|du|tree|find|fd|fdfind|md5sum|sha\d+sum|shasum)$/;

/** `openssl x509 -in site.pem` shows the certificates of a file; a key that lies beside them stays unread. */
function looksOnly(command: SimpleCommand): boolean {
  if (LOOKS_ONLY.test(command.name)) return true;
  if (command.name !== 'openssl' || !/^(x509|verify|crl)$/.test(command.words[1]?.text ?? '')) return false;
  return !command.words.some(
    (word) => word.unresolved || /^--?(signkey|key|CAkey|force_pubkey)$/.test(word.text),
  );
}

function readsSecretFile(targets: readonly Target[]): boolean {
  return targets.some(
    (target) => target.role === 'read' && (isCredentialPath(target.path) || isCredentialFolder(target.path)),
  );
}

function writesSecretFile(targets: readonly Target[]): boolean {
  return targets.some(
    (target) => (target.role === 'written' || target.role === 'added') && isCredentialPath(target.path),
  );
}

/** Commands that name files in their own ways (`docker run --env-file` apart, which is what the file is for). */
const NAMES_ONLY =
  /^(git|rm|mv|touch|chmod|chown|mkdir|ls|stat|test|\[|echo|printf|find|fd|fdfind|cd|tee|unlink|shred|ln|trap|export|alias|which|basename|dirname|realpath|readlink|file|du|ssh-keygen|ssh-add|ssh|scp|sftp|rsync|ssh-copy-id|docker|podman|docker-compose|dotenv|node|npx|kubectl|terraform|helm|man|code|cp|diff|cmp|rg|grep|ag|ack|sed|awk|jq|curl|wget|gpg|openssl|npm|yarn|pnpm|python|python3|dotenvx|set|source|\.|env|gh|claude|codex|vim|vi|nano|ansible-playbook|gcloud|commit|keytool|age-keygen|certbot|mkcert|step|true|:|read|mapfile|pytest|vitest|jest|tsx|deno|bun|gitleaks|detect-secrets|flask|uvicorn|gunicorn|foreman|honcho|overmind|direnv|xdg-open|open|ollama)$/;

function namesSecretFile(command: SimpleCommand): boolean {
  if (command.name === '' || NAMES_ONLY.test(command.name) || command.wrapper) return false;
  return readArguments(command.words.slice(1)).operands.some(
    (word) => isCredentialPath(word.text) && !/\s/.test(word.text),
  );
}

/** `echo $GITHUB_TOKEN`, `printenv AWS_SECRET_ACCESS_KEY`. */
function printsSecret(command: SimpleCommand): boolean {
  const words = command.words.slice(1);
  if (command.name === 'printenv') return words.some((word) => SECRET_NAME.test(word.text));
  if (command.name === 'echo' || command.name === 'printf') {
    if (command.redirects.some((redirect) => redirect.operator === '<<')) return false;
    return words.some((word) => word.unresolved && secretIn(word.text)) && !pipedToLogin(command);
  }
  return false;
}

/** `echo "$PW" | sudo -S`, `| docker login --password-stdin`: not known here; the reader sees the other end. */
function pipedToLogin(command: SimpleCommand): boolean {
  return command.redirects.length > 0;
}

function secretIn(text: string): boolean {
  const names = text.slice(0, 2000).match(/\$[A-Z][A-Z0-9_]*/g) ?? [];
  return names.some((name) => SECRET_NAME.test(name.slice(1)));
}

/** `env | grep -i token`, `git config --list | grep token`. */
function filtersSecrets(command: SimpleCommand): boolean {
  if (!/^(grep|egrep|rg|awk|sed)$/.test(command.name)) return false;
  const pattern = command.words
    .slice(1)
    .map((word) => word.text)
    .join(' ')
    .slice(0, 500);
  if (!/token|secret|pass|key|credential|extraheader|auth|aws_/i.test(pattern)) return false;
  return upstream(command).some((one) => {
    if (/^(env|printenv|set|export|declare|compgen|history)$/.test(one.name)) return true;
    return (
      one.name === 'git' &&
      one.words.some((word) => word.text === 'config') &&
      one.words.some((word) => /^(--list|-l)$/.test(word.text))
    );
  });
}

/** `env | curl -d @- …`: every variable goes out. */
function pipesSecrets(command: SimpleCommand): boolean {
  return upstream(command).some((one) => /^(env|printenv|set|export)$/.test(one.name));
}

const CODE_VARIABLE =
  /(?:environ(?:\.get\(|\[)|getenv\(|process\.env\[|ENV\[|ENV\.fetch\()\s*['"]([A-Z][A-Z0-9_]{0,80})|(?:process\.env\.|\$ENV\{)([A-Z][A-Z0-9_]{0,80})/g;

/** `python3 -c "print(os.environ['API_KEY'])"`; whether it is set, or how long it is, may be asked. */
function codePrintsSecret(command: SimpleCommand): boolean {
  const code = inlineCode(command)?.text.slice(0, 100_000) ?? '';
  const printed = command.words.some((word, i) => i > 0 && /^-[a-z]*p$|^--print$/.test(word.text));
  return [...code.matchAll(CODE_VARIABLE)].some((match) => {
    if (!SECRET_NAME.test(match[1] ?? match[2] ?? '')) return false;
    const before =
      code
        .slice(Math.max(0, match.index - 60), match.index)
        .split(/[;\n]/)
        .at(-1) ?? '';
    const after = code.slice(match.index + match[0].length, match.index + match[0].length + 40);
    const shows =
      printed ||
      /\b(print|printf|puts|echo|say|console\.\w+|write|log|p)\b|urlopen|fetch|requests/.test(before);
    return (
      shows &&
      !/\b(bool|len|if)\b|!!?|length/.test(before) &&
      !/^['"]?[\])}]*\s*(is\b|else\b|\?|&&|if\b|\.length|[!=]=)/.test(after)
    );
  });
}

const SENDERS =
  /^(curl|wget2?|http|https|xh|nc|ncat|netcat|socat|telnet|ftp|sftp|scp|rsync|rclone|aws|gsutil|gcloud|az|s3cmd|mail|mailx|sendmail|mutt|transfer|croc|ngrok|dig|nslookup|host|ping|gh|ssh)$/;

/** Sending what a file or a secret holds to another machine. */
function sends(command: SimpleCommand): readonly Effect[] {
  const tcp = command.redirects.some((redirect) => /^\/dev\/(tcp|udp)\//.test(redirect.word.text));
  if (tcp) return ['network', 'upload'];
  if (!SENDERS.test(command.name) || !goesOut(command)) return [];
  const out: Effect[] = [];
  const words = command.words.slice(1);
  const body = words.filter((word, i) => !isAuthHeader(word.text, words[i - 1]?.text));
  if (body.some((word) => word.unresolved && secretIn(word.text))) out.push('credential_read', 'upload');
  return out;
}

/** `-H "Authorization: Bearer $TOKEN"`, `-u user:$TOKEN`: how a token is meant to be used. */
function isAuthHeader(text: string, before: string | undefined): boolean {
  return (
    /^(authorization|x-api-key|private-token|x-auth-token|api-key|x-vault-token|x-goog-api-key|apikey|x-[\w-]*token)\s*:/i.test(
      text,
    ) ||
    before === '-u' ||
    before === '--user' ||
    before === '--oauth2-bearer'
  );
}
