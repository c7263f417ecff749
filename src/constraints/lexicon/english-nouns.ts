import { PhraseTable, phrases, words } from '../phrases.ts';

/** Words before a noun that are no part of its name. */
export const DETERMINERS = phrases(
  '(any|all|some|none|one|each|every|either|both) (of)? (the|my|our|your|these|those)?',
  '(the|a|an|my|our|your|this|that|these|those|any|all|every|each|some|no|me|us|either|both)',
  '(the|my|our) (whole|entire|complete|actual)',
  'the (contents|content|code|files|file|stuff|things|inside|insides) (of|in|inside|under|within) (the|my|our)?',
  'any (part|bit|line|lines) of (the|my|our)?',
  '(the|any|any of the|all|all of the|all the) (files|file|code|stuff|things|modules|scripts|source) (of|in|inside|under|within|below) (the|my|our)?',
  '(files|code|stuff|things) (in|inside|under|within|below) (the|my|our)?',
  "(anything|everything|something|nothing|any of it|all of it) (at all)? (in|inside|under|within|below|beneath|on|from|of|inside of|related to|that is in|thats in|that's in|that lives in|that lives under|living in|living under|located in) (the|my|our|there)?",
);

/** Nouns that stand before or behind a path and only say what it is. */
export const PATH_NOUNS = words(
  'file files directory directories folder folders dir dirs path paths script scripts module modules package packages glob subdirectory subfolder subtree tree config page template document header source component crate branch',
);
export const FOLDER_NOUNS = words(
  'directory directories folder folders dir dirs subdirectory subfolder subtree',
);

/** All there is to write to. */
export const EVERYTHING = phrases(
  '(any|all|a|the|your|my|our|single|a single|one|a single one of|other)? (file|files) (of mine|here|at all|on disk|in (the|this|my) (repo|repository|project|codebase|tree|workspace|directory|folder))?',
  '(anything|everything|whatever|what) (else)? (you|u) (want|like|need|wish|please|see fit|think fit) (to)?',
  '(anything|everything|nothing|any thing|a thing|things|stuff|a single thing|any of it|any of this|any of that|all of it|all of this) (at all|here|in here|in there|on disk|whatsoever|in (the|this|my) (repo|repository|project|codebase|tree|workspace|code|working tree))?',
  '(the)? (disk|hard disk|filesystem|file system)',
  '(any|the|the whole|the entire|this whole|the complete|this entire|a line of|a single line of|any of the|any of my|my|our|this|a single character of|one line of|actual|any actual|production)? (code|codes|source|sources|source code|code base|codebase|repo|repository|repo contents|project|working tree|working copy|workspace|working directory|source files|code files|project files|source tree|file system|filesystem|tree) (here|yet|at all)?',
  '(any|a|the|a single) (line|lines|thing|bit)',
  '(any|the|your|proposed|suggested|these|those|more)? (changes|edits|modifications|fix|fixes|patch|patches)',
);
/** What remains beside what was named: "everything else", "other files". */
export const ELSE = phrases(
  '(anything|everything|nothing|all|any of the) else (in (the|this) (repo|project|codebase|file|folder|directory|tree)|here|there|please)?',
  '(any|all|the|all the|any of the)? (other|remaining) (file|files|code|modules|places|folders|directories|parts)',
  '(the|all the)? rest (of (the|this|my|our)? (repo|repository|project|codebase|code|files|tree|app|code base|it|them|folder|stuff))?',
  '(any|all|the)? (file|files) (besides|beyond) (that|it|them|those)',
  '(unrelated|unaffected) (files|code|file)',
);

/** Nouns for what can be found in the working tree; the last word of a phrase decides. */
export const ARTEFACTS = words(`
  lockfile lockfiles test tests spec specs docs doc documentation readme readmes changelog license licence makefile
  makefiles dockerfile dockerfiles config configs configuration configurations ci pipeline pipelines workflow workflows
  migration migrations fixture fixtures snapshot snapshots infra infrastructure terraform helm chart charts manifest
  manifests vendor package packages module modules crate crates library libraries component components service services
  app apps plugin plugins script scripts file files submodule submodules assets translations locales locale stylesheet
  stylesheets templates template frontend backend protos protobufs tsconfig gitignore submodule sources suite examples
  example samples schemas notebook notebooks playbook playbooks env directory directories folder folders dir dirs
  subdirectory subfolder middleware handlers handler controllers controller models model views view routes router
  endpoints helpers hooks generated vendored legacy dist node_modules src lib libs gemfile dockerignore venv
`);
/** Nouns that are only taken for artefacts behind one of these ("auth handlers"), never with an article alone. */
export const NEEDS_NAME = words(
  'handler handlers controller controllers model models view views router endpoints helpers hooks component components service services app apps plugin plugins library libraries file files script scripts package packages module modules crate crates example examples sample samples template templates manifest',
);
/** "generated code", "vendored code": code that a qualifier sets apart. */
export const CODE_QUALIFIERS = words(
  'generated vendored legacy third-party autogenerated auto-generated vendor existing test frontend backend infra deployment build payment payments billing auth',
);
/** A bare word that people have folders of. */
export const BARE_FOLDERS = words(`
  infra vendor legacy src lib libs docs test tests scripts dist config configs migrations fixtures node_modules public
  assets terraform k8s kubernetes charts packages apps third_party proto protos locales i18n frontend backend ci e2e spec
  specs __tests__ __snapshots__ examples snapshots submodules workflows infrastructure helm ansible
`);
/** What stands before an artefact's noun where the file is one that a program handles. */
export const RUNTIME = words(
  'input output temp temporary user users uploaded target result resulting original received returned given passed customer customers cached',
);

export const NETWORK = phrases(
  '(the|any|external|remote|outside)? (network|internet|web|net|world wide web|outside world|interwebs|wifi) (at all|access|connection|connections|calls|requests|traffic|whatsoever|stuff)?',
  '(any|external|outbound|outgoing|remote|live|new)? (network|http|https|web|api|internet|outbound|external|outgoing|curl|remote|online|external http|external api|external network) (access|calls|call|requests|request|connections|connection|traffic|lookups|searches|search|activity|usage|use|communication|fetches|commands|ops|operations|io|round trips)',
  '(any|the)? (external|remote|third-party|third party|online|outside) (services|service|apis|api|servers|hosts|endpoints|resources|urls|systems|websites|sites)',
  '(anything|stuff|things) (online|remote|external|on the (internet|network|web)|over the (network|internet|wire)|from the (internet|network|web))',
  '(any|external|outgoing)? (network|http|api|web)? (calls|requests|connections|access) to (the|any)? (external|remote|outside|third-party|public)? (services|servers|apis|internet|network|outside|outside world|web|hosts|endpoints)',
  'any (server|servers|host|hosts|website|websites|remote host|remote hosts)',
  '(webfetch|websearch|web fetch|web search|web searches)',
  '(any)? (urls|websites|curl or wget|wget or curl|curl|wget)',
);
export const DEPENDENCIES = phrases(
  '(any|new|any new|more|further|any more|additional|any additional|extra|any extra|external|third-party|any third-party|third party|any external|other|any other|the|a|a new|another|our|my|npm|pip|python|runtime|dev|new npm|any npm|new third-party|new runtime|unnecessary)? (dependency|dependencies|deps|dep|package|packages|libraries|library|libs|lib|node modules|gems|crates|requirements|npm packages|npm package|pip packages|system packages|software|plugins|tools|third-party libraries|third-party packages|python packages|modules) (or (dependencies|deps|packages|libraries|libs|tools|plugins|software))?',
);

export const REMOTES = words('origin upstream');
/** The remote there is; naming it limits nothing. */
export const ANY_REMOTE = phrases(
  '(to)? (the|any|our|a)? (remote|remotes|github|gitlab|bitbucket|server|remote repo|remote repository|remote server|git server|anywhere)',
);

export type Pronoun = 'one' | 'many' | 'first' | 'second' | 'third' | 'last' | 'other' | 'former';
export const PRONOUNS = new PhraseTable<Pronoun>([
  [
    'one',
    [
      'it',
      '(this|that)',
      '(this|that|the|said) (one|file|folder|directory|dir|module|package|script)',
      'that (thing|part)',
    ],
  ],
  [
    'many',
    [
      '(them|those|these|both)',
      '(both|all) (of)? (them|these|those)',
      '(these|those|the|both|the two|these two|those two) (two|ones|files|folders|directories|dirs)',
      '(either|any|neither|none) of (them|these|those|the two)',
      'those two',
      'the two',
    ],
  ],
  ['first', ['the first (one|file|folder)?', 'the 1st (one)?']],
  ['second', ['the second (one|file|folder)?', 'the 2nd (one)?']],
  ['third', ['the third (one|file|folder)?']],
  ['last', ['(the)? latter (one)?', 'the last (one|file|folder)?']],
  ['other', ['the other (one|file|folder|two)?']],
  ['former', ['the former (one)?']],
]);
