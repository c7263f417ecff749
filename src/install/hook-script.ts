import type { Profile } from '../harness/failure.ts';
import {
  CLAMPED_EVENTS,
  CURL_SILENCE_SECONDS,
  maxSeconds,
  maxSecondsOf,
  STARTING_SECONDS,
} from '../signer/hook-limits.ts';
import { socketPointer } from '../signer/socket-place.ts';
import { eventsOfKind, failureCases } from './failure-cases.ts';
import { shellQuote } from './shell-quote.ts';

export type HookScriptOptions = {
  readonly home: string;
  readonly profile: Profile;
  /** The install's id: letters, digits, `-`, `_`. */
  readonly install: string;
  /** Absolute paths of Node and of the fallback's bundle. */
  readonly node: string;
  readonly fallback: string;
  /** `hold_seconds` of the home. */
  readonly holdSeconds: number;
  /** Where payloads are captured verbatim. */
  readonly capture?: string;
  /** The signer's socket where it is another user's by design; no spool, no start, and always closed. */
  readonly systemSocket?: string;
  /** Folders of curl and the few other tools. */
  readonly path?: string;
  readonly platform?: string;
};

const DEFAULT_PATH = '/usr/bin:/bin:/usr/local/bin';

/**
 * The installed hook: a POSIX sh script, called as `<script> <agent> <Event>`, that hands stdin to the signer with curl
 * and prints what comes back. curl starts in less time than Node; where it cannot connect, the script becomes the Node
 * fallback, stdin untouched.
 */
export function hookScript(options: HookScriptOptions): string {
  return [settings(options), KINDS(options), FAIL(options), FALLBACK(options), ASK, MAIN].join('\n');
}

function settings(options: HookScriptOptions): string {
  const {
    home,
    profile,
    install,
    node,
    fallback,
    capture = '',
    systemSocket = '',
    path = DEFAULT_PATH,
  } = options;
  const word = (value: string): string => shellQuote(value);
  return `#!/bin/sh
# The hook of tracekit: hands the payload on stdin to the signer, and prints its answer. Made by tracekit init.
# shellcheck disable=SC3067 # test -O: dash, bash, ksh and busybox have it
PATH=${word(path)}
LC_ALL=C
export PATH LC_ALL
unset NODE_OPTIONS NODE_PATH NODE_REPL_EXTERNAL_MODULE ENV CDPATH
umask 077
home=${word(home)}
pointer=${word(socketPointer(home))}
system_socket=${word(systemSocket)}
profile=${profile}
install=${word(install)}
node=${word(node)}
fallback=${word(fallback)}
capture=${word(capture)}
mode=$profile pid='' fifo='' made=''
agent=\${1-} event=''
[ $# -gt 1 ] && for event in "$@"; do :; done
case $agent in '' | *[!A-Za-z0-9_-]*) agent=unknown ;; esac
case $event in *[!A-Za-z0-9_]*) event='' ;; esac
${profile === 'open' ? OPEN_VARIABLES : ''}`;
}

/** The closed profile reads none of these: a project's settings could set them. */
const OPEN_VARIABLES = `[ "\${TRACEKIT_FAIL_CLOSED-}" = 1 ] && mode=closed
[ -n "$capture" ] || capture=\${TRACEKIT_HOOK_DEBUG-}
`;

function KINDS({ holdSeconds }: HookScriptOptions): string {
  const other = maxSeconds('other', holdSeconds);
  const clamped = maxSecondsOf('codex', CLAMPED_EVENTS[0]!, { kind: 'session_end', hold: holdSeconds });
  return `case $event in
  ${eventsOfKind('pre_tool').join(' | ')})
    kind=pre_tool max=${maxSeconds('pre_tool', holdSeconds)} ;;
  ${[...eventsOfKind('prompt'), ...eventsOfKind('session_start')].join(' | ')})
    kind=start max=${other} ;;
  *) kind=other max=${other} ;;
esac
# The payload alone tells an event that is not named, so it may be one that is held.
[ -n "$event" ] || kind=unnamed max=${maxSeconds('pre_tool', holdSeconds)}
case "$agent $event" in ${CLAMPED_EVENTS.map((name) => `'codex ${name}'`).join(' | ')}) max=${clamped} ;; esac
`;
}

function FAIL({ platform = process.platform }: HookScriptOptions): string {
  return `# Answers for the signer, by the profile, and ends. Stdin is read to its end first, or the harness's write fails.
fail() {
  why=$1
  trap '' TERM INT HUP
  [ -z "$pid" ] || kill "$pid" 2>/dev/null
  clean
  case $kind:$mode in
    pre_tool:closed)
      case $agent in
${failureCases('pre_tool', 'closed', platform)}
      esac ;;
    pre_tool:*)
      case $agent in
${failureCases('pre_tool', 'open', platform)}
      esac ;;
    *)
      case $agent in
${failureCases('other', 'closed', platform)}
      esac ;;
  esac
  [ -z "$err" ] || printf '%s\\n' "$err" >&2
  [ -z "$out" ] || printf '%s\\n' "$out"
  [ "\${2-}" = killed ] || cat >/dev/null 2>&1
  exit "$code"
}

clean() {
  [ -z "$fifo" ] || rm -f "$fifo"
  [ -z "$made" ] || rmdir "$made" 2>/dev/null
  fifo='' made=''
}
`;
}

function FALLBACK({ holdSeconds, profile, systemSocket }: HookScriptOptions): string {
  const flags = [profile === 'closed' ? '--v2' : '', systemSocket === undefined ? '' : '--system --no-start'];
  return `# Becomes the Node fallback, which starts a signer; stdin is whole. Of hooks that come at once one does, and has the
# turn; the others wait for its signer.
fall_back() {
  turn=$1
  clean
  trap - TERM INT HUP
  if [ ! -x "$node" ] || [ ! -r "$fallback" ]; then
    [ -z "$turn" ] || rmdir "$turn" 2>/dev/null
    fail "tracekit is not where it was installed; run tracekit doctor"
  fi
  [ -z "$capture" ] || set -- "$@" --capture "$capture"
  [ -z "$turn" ] || set -- "$@" --turn "$turn"
  shift
  exec "$node" "$fallback" ${flags.filter((flag) => flag !== '').join(' ')} --home "$home" --install "$install" --nonce "$nonce" \\
    --hold ${holdSeconds} "$@" "$agent" \${event:+"$event"} 3<&-
}
`;
}

const ASK = `is_ours() { [ -O "$1" ] && [ ! -L "$1" ]; }

# One try: 0 when the answer was printed (and the hook ends), 1 when nobody listens. Anything else fails.
ask() {
  [ -S "$socket" ] || return 1
  if [ -z "$system_socket" ]; then
    { [ -O "$socket" ] && is_ours "$runtime"; } || fall_back ''
  fi
  # Opened for both ends first, so that no open waits; then the main shell keeps a reading end alone, and curl a writing
  # one: each notices when the other is gone.
  mkfifo "$fifo" 2>/dev/null || fall_back ''
  exec 4<>"$fifo"
  exec 5<"$fifo"
  exec 6>"$fifo"
  exec 4>&-
  # -q first, or a .curlrc switches the gate off; -T - connects before it reads; -f, or an error page is the answer.
  curl -q -sSfN --noproxy '*' -X POST -H 'Expect:' -T - --connect-timeout 2 --max-time "$max" \\
    --speed-limit 1 --speed-time ${CURL_SILENCE_SECONDS} --unix-socket "$socket" "$url" <&3 >&6 2>/dev/null 3<&- 5<&- 6>&- &
  pid=$!
  exec 6>&-
  rm -f "$fifo" >/dev/null 2>&1 3<&- 5<&- &
  out='' sep=''
  while IFS= read -r line <&5; do
    case $line in
      '2 '*) printf '%s\\n' "\${line#2 }" >&2 ;;
      '1 '*)
        out=$out$sep\${line#1 } sep='
' ;;
      'f open' | 'f closed') [ -n "$system_socket" ] || mode=\${line#f } ;;
      'x '[0-9])
        [ -z "$out" ] || printf '%s\\n' "$out"
        [ -z "$made" ] || clean
        exit "\${line#x }" ;;
    esac
  done
  exec 5<&-
  wait "$pid"
  status=$?
  pid=''
  case $status in
    # Nobody listens, or a curl that cannot do this, or none: stdin is whole.
    7) return 1 ;;
    1 | 2 | 4 | 126 | 127) fall_back '' ;;
    22) fail 'the signer refused the request' ;;
    28) fail 'no answer came from the signer in time' ;;
    *) fail "the signer broke off (curl $status)" ;;
  esac
}
`;

/** A hook looks so often for a signer, ten times a second, and then twice a second. */
const QUICK_TRIES = 10;

const MAIN = `nonce=''
[ ! -r /proc/sys/kernel/random/uuid ] || read -r nonce </proc/sys/kernel/random/uuid
[ -n "$nonce" ] || nonce=$(od -An -v -N16 -tx1 /dev/urandom | tr -d ' \\n')
[ -z "$capture" ] || fall_back ''
command -v curl >/dev/null || fall_back ''

cwd=\${PWD-}
[ \${#cwd} -le 4096 ] || cwd=''
case $cwd in
  # A folder's name may hold a line break; written so, it cannot become a second request.
  *[!A-Za-z0-9/._~-]*) cwd=$(printf %s "$cwd" | od -An -v -tx1 | tr -d '\\n' | tr -s ' ' %) cwd=\${cwd%\\%} ;;
esac
url="http://tracekit/hook?agent=$agent&profile=$profile&install=$install&nonce=$nonce&cwd=$cwd"
[ -z "$event" ] || url="$url&event=$event"

exec 3<&0
trap 'fail "the hook was told to end before the answer came" killed' TERM INT HUP
socket=$system_socket tries=0 pause=0.1
while :; do
  if [ -n "$system_socket" ] || { [ -r "$pointer" ] && read -r socket <"$pointer" && [ "\${socket#/}" != "$socket" ]; }; then
    runtime=\${socket%/*} fifo=\${socket%/*}/hook-$nonce
    if [ -n "$system_socket" ]; then
      [ -n "$made" ] || made=$(mktemp -d) || fail 'no folder could be made for a FIFO'
      fifo=$made/hook
    fi
    ask
  else
    # No signer ever ran here: whose turn it is to start one is settled where the pointer will be.
    runtime=\${pointer%/*}
    [ -d "$runtime" ] || mkdir -p "$runtime" 2>/dev/null || fall_back ''
  fi
  [ -z "$system_socket" ] || fail 'the signer could not be reached'
  # What needs no answer waits in the spool; what does starts a signer, one hook for all that come meanwhile.
  [ "$kind" = pre_tool ] || [ "$kind" = start ] || fall_back ''
  is_ours "$runtime" || fall_back ''
  [ -d "$runtime/starting" ] || ! mkdir "$runtime/starting" 2>/dev/null || fall_back "$runtime/starting"
  tries=$((tries + 1))
  if [ "$tries" -gt ${QUICK_TRIES + (STARTING_SECONDS - 1) * 2} ]; then
    # Its hook was killed, or no signer starts: the next hook may try.
    rmdir "$runtime/starting" 2>/dev/null
    fall_back '' --no-start
  fi
  # Many hooks that look often take the time that the signer needs to start.
  [ "$tries" -lt ${QUICK_TRIES} ] || pause=0.5
  sleep $pause || sleep 1
done
`;
