import type { SimpleCommand } from '../shell/command.ts';
import { inlineCode } from '../shell/interpreter.ts';
import { inputText } from '../shell/output.ts';
import { joinPath } from '../shell/path.ts';
import type { Step } from './examine.ts';
import { isOwnProgram } from './own-commands.ts';

/** A hook configuration's or tracekit's own path within a text, by either slash. */
const GUARDED =
  /\.claude[\\/]+settings|\.codex[\\/]+(?:hooks\.json|config\.toml)|\.cursor[\\/]+hooks\.json|\.gemini[\\/]+(?:settings|trustedFolders)\.json|\.github[\\/]+(?:hooks|copilot)[\\/]|\.copilot[\\/]+(?:hooks|settings|config\.json)|\.tracekit(?![\w-])/i;

/**
 * Commands that only read or print what they are given, and those of which every write is found as a target (and so
 * refused already): naming a guarded file to them is no change of it.
 */
const HARMLESS = new Set(
  (
    ': true false echo printf test [ ls dir eza tree stat file cat bat batcat head tail less more most nl wc du df grep egrep fgrep zgrep rg ag ack ' +
    'find fd readlink realpath basename dirname which type command man cd pushd popd jq cut diff cmp comm colordiff delta icdiff ' +
    'md5sum sha1sum sha256sum sha512sum shasum b2sum cksum export local declare typeset readonly read mapfile readarray set unset alias let return exit ' +
    'git gh glab hub json.tool prettier eslint biome jsonlint yamllint ajv shellcheck actionlint code cursor open xdg-open ' +
    'cp mv rm ln mkdir rmdir touch chmod chown chgrp tee install unlink truncate shred sed gsed tar rsync'
  ).split(' '),
);
/** What these do with the words given so is not theirs to say: a file to write, a folder to write into. */
const OUTPUT_OPTION =
  /^(?:--(?:output|out|dir|directory|output-directory|work-tree|tee|target|dest|destination|prefix)(?:=|$)|-[oODPfC]$)/;
/** Variables that name a program, or text that a shell runs. */
const RUN_BY_VARIABLE =
  /(?:PAGER|EDITOR|VISUAL|BROWSER|COMMAND|ASKPASS|^PS\d|^BASH_ENV|^ENV|_SSH|WORK_TREE|DIFF)$/;
/** Calls and modes by which code changes a file, or has another program do so. */
const CHANGES =
  /writ|append|rename|copy|copied|move|replace|unlink|remov|delet|\brm|link|trunc|chmod|chown|dump\(|save|touch|system|exec|spawn|popen|\brun\b|['"][wax]b?\+?['"]|>/i;

/**
 * Whether a command names a guarded file in a way that nothing explains: no target of it is that file, and it is no
 * reader. Such a command may write the file by a road that we don't know, so a person must look at it.
 */
export function namesGuarded(step: Step): boolean {
  const { command } = step;
  if (command === undefined) return false;
  if (
    command.assignments.some(({ name, value }) => RUN_BY_VARIABLE.test(name) && isNamed(value.text, command))
  )
    return true;
  if (command.wrapper === true) return false;
  if (runsTests(command) || isOwnProgram(command)) return false;
  const code = inlineCode(command);
  if (code !== undefined && (GUARDED.test(code.text) || inPieces(code.text)))
    return !readsOnly(step, code.text);
  return unexplained(step, command);
}

/** A test's name may hold anything. */
function runsTests(command: SimpleCommand): boolean {
  const [, first, second] = command.words.map((word) => word.text);
  if (/^(vitest|jest|mocha|ava|pytest|playwright|cypress|tap)$/.test(command.name)) return true;
  return (
    /^(npm|pnpm|yarn|bun|cargo|go|deno|node|mvn|dotnet)$/.test(command.name) &&
    (first === 'test' ||
      first === 't' ||
      first === '--test' ||
      (first === 'run' && /^test/.test(second ?? '')))
  );
}

function unexplained(step: Step, command: SimpleCommand): boolean {
  const read = new Set(
    step.placed.flatMap(({ target, names }) => (target.role === 'read' ? [target.path, ...names] : [])),
  );
  const harmless = HARMLESS.has(command.name);
  const words = command.words.slice(1).filter((word, i, all) => {
    if (!isNamed(word.text, command)) return false;
    const option = OUTPUT_OPTION.test(word.text) || OUTPUT_OPTION.test(all[i - 1]?.text ?? '');
    if (harmless) return option && /^(git|gh|glab|curl|diff|less|tree)$/.test(command.name);
    return !read.has(word.text);
  });
  if (words.length > 0) return true;
  const input = harmless ? undefined : inputText(command.input);
  return input !== undefined && GUARDED.test(input);
}

function isNamed(text: string, command: SimpleCommand): boolean {
  return GUARDED.test(text) || (!text.startsWith('-') && GUARDED.test(joinPath(command.cwd.text, text)));
}

/** A path that code puts together from its folder and its name. */
function inPieces(code: string): boolean {
  return (
    /['"`/]\.(?:claude|codex|cursor|gemini|copilot)\b/.test(code) &&
    /\bsettings\b|\bhooks\b|config\.(?:toml|json)|trustedFolders/.test(code) &&
    CHANGES.test(code)
  );
}

/** Code that opens guarded files for reading alone. */
function readsOnly(step: Step, code: string): boolean {
  if (inPieces(code)) return false;
  const found = step.placed.some(
    ({ target }) => target.by === 'code' && target.role === 'read' && GUARDED.test(target.path),
  );
  return found && !CHANGES.test(code);
}
