/** A kind of credential by its form. Bounded repeats over disjoint classes: linear on hostile text. */
type Form = { readonly what: string; readonly form: RegExp };

const FORMS: readonly Form[] = [
  {
    what: 'a private key',
    form: /-----BEGIN (?:[A-Z]{2,12} ){0,2}PRIVATE KEY-----\s{0,4}[A-Za-z0-9+/=\s\\]{40}/,
  },
  { what: 'an AWS access key', form: /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/ },
  { what: 'a GitHub token', form: /\b(?:gh[pousr]_[A-Za-z0-9]{36}|github_pat_[A-Za-z0-9_]{60,90})/ },
  { what: 'a GitLab token', form: /\bglpat-[A-Za-z0-9_-]{20}/ },
  { what: 'an Anthropic key', form: /\bsk-ant-[a-z0-9]{3,8}-[A-Za-z0-9_-]{40}/ },
  { what: 'an OpenAI key', form: /\bsk-(?:proj|svcacct|admin)-[A-Za-z0-9_-]{40}|\bsk-[A-Za-z0-9]{48}\b/ },
  { what: 'a Google API key', form: /\bAIza[0-9A-Za-z_-]{35}/ },
  { what: 'a Slack token', form: /\bxox[abposr]-[0-9A-Za-z-]{20}/ },
  { what: 'a Stripe key', form: /\b[rs]k_live_[0-9A-Za-z]{24}/ },
  { what: 'an npm token', form: /\bnpm_[A-Za-z0-9]{36}\b/ },
  { what: 'a PyPI token', form: /\bpypi-[A-Za-z0-9_-]{60}/ },
  { what: 'a Hugging Face token', form: /\bhf_[A-Za-z0-9]{34}\b/ },
  { what: 'a Telegram bot token', form: /\b[0-9]{8,10}:AA[A-Za-z0-9_-]{33}\b/ },
  {
    what: 'a signed web token',
    form: /\beyJ[A-Za-z0-9_-]{16,2000}\.eyJ[A-Za-z0-9_-]{16,4000}\.[A-Za-z0-9_-]{40}/,
  },
];

/** A value that a settings file or an environment gives a secret's name. */
const ASSIGNED =
  /(?:^|[\s"'{,;])(?:export )?[A-Za-z0-9_.-]{0,40}(?:secret|token|passwd|password|api[_-]?key|access[_-]?key|private[_-]?key)[A-Za-z0-9_]{0,20}["']?\s{0,3}[=:]\s{0,3}["']?([A-Za-z0-9+/=_.~!@#$%^&*-]{16,200})/gi;
/** Values that stand for one: documentation's own, placeholders, references. */
const STAND_IN =
  /example|sample|placeholder|changeme|your[_-]|xxxx|\*{3}|\.\.\.|dummy|redacted|fake|test|process\.|os\.|env\.|getenv|import|^[$%@*.]|^(.)\1+$|^[a-z_.-]+$|^[A-Z_.-]+$|^[0-9.]+$/i;
const MAX_TRIES = 10_000;

/** What credential the text holds, by its form, or undefined. hostile: text of whatever length. */
export function credentialIn(text: string): string | undefined {
  for (const { what, form } of FORMS) {
    const [match] = form.exec(text) ?? [];
    if (match !== undefined && !/EXAMPLE|example|0{10}|X{4}|x{4}/.test(match)) return what;
  }
  let tries = 0;
  for (const [, value] of text.matchAll(ASSIGNED)) {
    if (++tries > MAX_TRIES) break;
    if (value !== undefined && isRandom(value)) return 'a secret under its name';
  }
  return undefined;
}

/** Whether a value looks made by chance: letters of both kinds or hex, with digits, and no word that says otherwise. */
function isRandom(value: string): boolean {
  if (STAND_IN.test(value)) return false;
  const kinds = [/[a-z]/, /[A-Z]/, /[0-9]/].filter((kind) => kind.test(value)).length;
  const distinct = new Set(value).size;
  return (kinds === 3 || /^[0-9a-f]{24,}$/.test(value)) && distinct >= 8;
}
