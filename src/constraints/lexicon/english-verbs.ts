import { PhraseTable, words } from '../phrases.ts';

/** What a verb would do to its object. `other`: nothing that can be held, but it may stand in a row with one that can. */
export type Act =
  | 'modify'
  | 'carry_out'
  | 'write'
  | 'push'
  | 'force_push'
  | 'commit'
  | 'install'
  | 'add'
  | 'delete'
  | 'move'
  | 'download'
  | 'use'
  | 'go_online'
  | 'other';
export type Form = 'base' | 'ing' | 'ed';
export type Verb = { readonly act: Act; readonly form: Form };

/** base, -ing, participle. */
type Row = readonly [Act, string, string, string];

const ROWS: readonly Row[] = [
  ['modify', '(ever|actually)? (touch|tuoch|toch)', 'touching', 'touched'],
  ['modify', '(modify|modfiy|modifiy|modif|mofify)', '(modifying|modifiying)', 'modified'],
  ['modify', '(change|chnage|chang|chage)', 'changing', '(changed|any different)'],
  ['modify', '(edit|eidt)', '(editing|editting)', 'edited'],
  ['modify', 'alter', 'altering', 'altered'],
  ['modify', '(update|udpate)', 'updating', 'updated'],
  ['modify', 'amend', 'amending', 'amended'],
  ['modify', 'rewrite', 'rewriting', 'rewritten'],
  ['modify', 'refactor', 'refactoring', 'refactored'],
  ['modify', '(reformat|format)', '(reformatting|formatting)', '(reformatted|formatted)'],
  ['modify', 'overwrite', 'overwriting', 'overwritten'],
  ['modify', '(adjust|tweak|patch)', '(adjusting|tweaking|patching)', '(adjusted|tweaked|patched)'],
  [
    'modify',
    '(restructure|reorganize|reorganise)',
    '(restructuring|reorganizing|reorganising)',
    '(restructured|reorganized|reorganised)',
  ],
  ['modify', '(clean up|tidy up)', '(cleaning up|tidying up)', '(cleaned up|tidied up)'],
  ['modify', 'regenerate', 'regenerating', 'regenerated'],
  [
    'modify',
    '(mess|fuck|fool|muck|monkey|tinker|screw|fiddle) (around|about)? (with|in)',
    '(messing|fucking|fooling|mucking|tinkering|screwing|fiddling) (around|about)? (with|in)',
    '(messed|tinkered|fiddled|screwed) with',
  ],
  ['modify', '(tamper|interfere) with', '(tampering|interfering) with', '(tampered|interfered) with'],
  ['modify', '(go|come) (anywhere)? near', '(going|getting) (anywhere)? near', 'approached'],
  ['modify', 'go into', 'going into', 'entered'],
  [
    'modify',
    'let (your|the|any|these|any of your)? (edit|edits|change|changes|fix|refactor|refactoring|work|diff|cleanup) (spill|leak|creep|bleed|spread|extend|wander|stray|reach|get|go) (over|out)? (into|to|onto)',
    'letting (your|the|any|these)? (edits|changes|work|diff) (spill|leak|creep|bleed|spread) (over)? (into|to|onto)',
    'reached',
  ],
  [
    'modify',
    '(lay|put) (a|your|any) (finger|fingers|hand|hands) on',
    '(laying|putting) (a|your) (finger|fingers|hand|hands) on',
    'handled',
  ],
  [
    'modify',
    '(write|save|output) (anything|stuff|code|files|data)? (to|into|in|under)',
    '(writing|saving) (anything|stuff|code|files)? (to|into|in|under)',
    'written (to|into)',
  ],
  [
    'modify',
    'add (anything|stuff|files|code|lines) (to|into|in|under)',
    'adding (anything|stuff|files|code) (to|into|in|under)',
    'added to',
  ],
  [
    'modify',
    '(make|introduce|apply|do|commit to|suggest) (any|more|further|other|additional|unrelated|the|your|any more|any further|any other)? (file|code|source)? (changes|change|edits|edit|modifications|modification|alterations|adjustments|updates) (to|in|inside|within|under|on)',
    '(making|introducing|applying|doing) (any|more|further|other)? (file|code)? (changes|change|edits|modifications|alterations|adjustments|updates) (to|in|inside|within|under|on)',
    'changed',
  ],
  [
    'modify',
    '((work|do anything|do stuff|do work) (on|in)|do anything (to|with))',
    '(working|doing anything) (on|in)',
    'worked on',
  ],
  [
    'write',
    '(make|introduce|apply|do|execute|perform|carry out) (any|more|further|other|additional|any more|any further|any other)? (file|code|source)? (changes|change|edits|edit|modifications|modification|alterations|code changes)',
    '(making|introducing|applying|doing) (any|more|further|other)? (file|code|source)? (changes|edits|modifications|alterations)',
    'changes made',
  ],
  ['write', '(write|save|create)', '(writing|saving|creating)', '(written|saved|created)'],
  [
    'carry_out',
    '(fix|implement|apply|solve|refactor|resolve|patch)',
    '(fixing|implementing|applying|solving|resolving)',
    '(fixed|implemented|applied|solved)',
  ],
  [
    'carry_out',
    '(code|start coding|start implementing|start editing|start fixing|start writing code|act)',
    '(coding|acting)',
    'coded',
  ],
  [
    'push',
    '(open|create|make|submit|raise|file|send|start|put up) (a|any|the|another|up a)? (draft)? (pr|prs|pull request|pull requests|mr|mrs|merge request|merge requests)',
    '(opening|creating|making|submitting|raising|filing|sending) (a|any|the|another)? (draft)? (pr|prs|pull request|pull requests|mr|mrs|merge request|merge requests)',
    '(opened|created|submitted) as a pull request',
  ],
  ['push', '(push|push up|push out|git push|git-push)', '(pushing|pushing up|git pushing)', 'pushed'],
  [
    'force_push',
    '((with|using|use|by) (--force|-f|force)|force push|force-push|push --force|push -f|git push --force|git push -f|force-push to|push with --force|push --force-with-lease)',
    '(force pushing|force-pushing|forcepushing)',
    '(force pushed|force-pushed)',
  ],
  [
    'commit',
    '(commit|comit|commmit|git commit|git-commit|git add|check in|stage|make (a|any|new|more|further|any more)? (git)? (commit|commits)|create (a|any|new|more)? (commit|commits)|do (a|any)? (git)? (commit|commits))',
    '(committing|commiting|comitting|staging|checking in|(making|creating) (a|any|new)? (commit|commits))',
    '(committed|commited|staged|checked in)',
  ],
  [
    'install',
    '(install|instal|npm install|npm i|pip install|yarn install|pnpm install|bundle install|composer install|apt install|apt-get install|brew install|npm add|yarn add|cargo add|pnpm add|go get|poetry add|uv add|pip3 install)',
    '(installing|instaling)',
    'installed',
  ],
  [
    'add',
    '(add|introduce|pull in|bring in|upgrade|update|bump|require|include|use)',
    '(adding|introducing|pulling in|bringing in|upgrading|updating|bumping|using)',
    '(added|introduced|pulled in|upgraded|bumped)',
  ],
  [
    'delete',
    '(delete|git rm|git clean|delte|deleet|remove|rm|erase|unlink|wipe|purge|get rid of|throw away|rm -rf|trash)',
    '(deleting|removing|erasing|unlinking|wiping|purging|getting rid of|throwing away)',
    '(deleted|removed|erased|wiped|purged|unlinked)',
  ],
  [
    'move',
    '(move|rename|relocate|move or rename)',
    '(moving|renaming|relocating)',
    '(moved|renamed|relocated)',
  ],
  ['download', '(download|fetch)', '(downloading|fetching)', '(downloaded|fetched)'],
  [
    'use',
    '(use|access|touch|hit|reach|reach out to|connect to|contact|call|call out to|open|make|go on|go onto|go out to|rely on|query|talk to|ping|browse|search|do|send|issue|perform|fire)',
    '(using|accessing|touching|hitting|reaching|reaching out to|connecting to|contacting|calling|calling out to|opening|making|going on|going out to|querying|talking to|pinging|browsing|searching|doing|sending|issuing|performing)',
    '(used|accessed|contacted|called)',
  ],
  [
    'go_online',
    '((look|search|check) (anything|things|stuff|it|that)? (up)? online|google (anything|it|things)?|browse|go online|go out to the (internet|network|web)|phone home|curl|wget|get online)',
    '(going online|phoning home|curling)',
    'went online',
  ],
  [
    'other',
    '(deploy|release|publish|merge|rebase|tag|run|run the tests|execute|start|open|open (a|any)? (pr|prs|pull request|pull requests)|ship|build|ask|rename|move|create|create files|write|read|squash|reset|stash|amend|add|fetch|pull|print|log|branch)',
    '(deploying|releasing|publishing|merging|rebasing|tagging|running|executing|opening|shipping|renaming|moving|creating|rebasing|amending|pulling|squashing|stashing)',
    'deployed',
  ],
];

const ACT_ORDER = ROWS.map(([act]) => act);

/** The verbs of one act, in all forms. A word can be of several acts ("add", "use", "touch"); which, its object says. */
export const VERBS: ReadonlyMap<Act, PhraseTable<Form>> = new Map(
  [...new Set(ACT_ORDER)].map((act) => [act, tableOf(act)]),
);

/** For each word that a verb begins with, the acts that it may be. */
export const ACTS_OF: ReadonlyMap<string, readonly Act[]> = readActs();

function readActs(): Map<string, Act[]> {
  const acts = new Map<string, Act[]>();
  for (const [act, table] of VERBS) {
    for (const word of table.firstWords()) {
      const there = acts.get(word);
      if (there === undefined) acts.set(word, [act]);
      else there.push(act);
    }
  }
  return acts;
}

function tableOf(act: Act): PhraseTable<Form> {
  const rows = ROWS.filter(([of]) => of === act);
  return new PhraseTable([
    ['base' as const, rows.map(([, base]) => base)],
    ['ing' as const, rows.map(([, , ing]) => ing)],
    ['ed' as const, rows.map(([, , , ed]) => ed)],
  ]);
}

/** Verbs in the imperative that begin an instruction. */
export const IMPERATIVES: ReadonlySet<string> = words(`
  fix add update implement refactor rewrite review explain analyse analyze find look check write create make do run test
  debug clean optimise optimize improve migrate convert port rename move replace remove delete upgrade bump format
  document describe list show tell give summarise summarize investigate figure solve finish continue start get build
  generate try use answer work help plan propose suggest read go reproduce profile audit inspect scan search trace verify
  simplify extract split merge inline dedupe handle support enable disable speed reduce resolve set configure apply change
  edit modify tweak adjust extend integrate hook wire revert undo compare evaluate draft prototype sketch modernise
  modernize polish tidy lint compile complete proceed prepare rework restructure streamline bring switch turn put take
  drop swap hunt dig locate identify outline estimate correct repair address patch commit push install sort reorganise
  reorganize walk keep leave please touch stop let think examine study diagnose validate benchmark measure track
  cleanup regenerate rebase deploy translate proofread fetch pull load save store send print return
`);

/** Instructions to write or change something. */
export const WRITING: ReadonlySet<string> = words(`
  fix add update implement refactor rewrite write create make clean optimise optimize improve migrate convert port rename
  move replace remove upgrade bump format document generate simplify extract split merge inline dedupe handle support
  enable disable speed reduce resolve set configure apply change edit modify tweak adjust extend integrate hook wire
  modernise modernize polish tidy lint rework restructure streamline switch turn drop swap correct repair address patch
  reorganise reorganize solve regenerate reformat touch cleanup translate
`);

/** Instructions to make text or a program: what follows may be its content. */
export const MAKING: ReadonlySet<string> = words(`
  add write create make build generate implement design document draft include insert put append translate summarise
  summarize proofread describe print show display log output define introduce develop prototype code rephrase reword
  explain paraphrase reply respond answer test check support append state mention analyse analyze classify interpret
`);
