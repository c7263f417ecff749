import type { Command } from 'commander';
import { programOf } from './program.ts';

type Load = () => Promise<Command>;

/**
 * Every command, in the order of the help. A command's code is loaded only where it is used: a signer that idles all
 * day has no need of the others' memory, and a short command none of their start.
 */
const COMMANDS: Readonly<Record<string, Load>> = {
  record: async () => (await import('./record.ts')).recordCommand(),
  init: async () => (await import('./init.ts')).initCommand(),
  uninstall: async () => (await import('./uninstall.ts')).uninstallCommand(),
  doctor: async () => (await import('./doctor.ts')).doctorCommand(),
  hook: async () => (await import('./hook-command.ts')).hookCommand(),
  log: async () => (await import('./log.ts')).logCommand(),
  verify: async () => (await import('./verify.ts')).verifyCommand(),
  analyze: async () => (await import('./analyze.ts')).analyzeCommand(),
  view: async () => (await import('./view.ts')).viewCommand(),
  last: async () => (await import('./export.ts')).lastCommand(),
  export: async () => (await import('./export.ts')).exportCommand(),
  show: async () => (await import('./show.ts')).showCommand(),
  tail: async () => (await import('./tail.ts')).tailCommand(),
  fsck: async () => (await import('./fsck.ts')).fsckCommand(),
  vault: async () => (await import('./vault.ts')).vaultCommand(),
  status: async () => (await import('./status.ts')).statusCommand(),
  approvals: async () => (await import('./approvals.ts')).approvalsCommand(),
  policy: async () => (await import('./policy.ts')).policyCommand(),
  constraints: async () => (await import('./constraints.ts')).constraintsCommand(),
  version: async () => (await import('./version-command.ts')).versionCommand(),
  signer: async () => (await import('./signer.ts')).signerCommand(),
  capture: async () => (await import('./capture.ts')).captureCommand(),
  demo: async () => (await import('./demo.ts')).demoCommand(),
  completion: async () => (await import('./completion/command.ts')).completionCommand(),
  man: async () => (await import('./man.ts')).manCommand(wholeProgram),
};

/** For programs, and so in no help: what it answers about is the others. */
const COMPLETE = 'complete';

/** The command of this name alone; all of them where there is none, so that help and misspellings are answered. */
export async function commandsFor(name: string | undefined): Promise<readonly Command[]> {
  if (name === COMPLETE) {
    const { completeCommand } = await import('./completion/command.ts');
    return [completeCommand(wholeProgram)];
  }
  const known = name !== undefined && Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  return known === undefined ? allCommands() : [await known()];
}

async function wholeProgram(): Promise<Command> {
  return programOf(await allCommands());
}

/** Every command that a person uses. */
export function allCommands(): Promise<readonly Command[]> {
  return Promise.all(Object.values(COMMANDS).map((load) => load()));
}
