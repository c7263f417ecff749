import { isMap, isScalar, LineCounter, type Node, parseDocument, type YAMLMap } from 'yaml';
import type { TargetRole } from '../model/target.ts';
import { VERDICTS, type VerdictWord } from '../model/verdict.ts';
import { type Effect, isEffect } from '../shell/effect.ts';
import { FieldReader, type Fields, quote } from './fields.ts';
import type { Policy, PolicyFault, PolicyTest, Rule } from './rule.ts';

/** A policy file is no larger than this many characters. */
const MAX_POLICY = 1_000_000;

/** The policy, where the file is sound, and everything there is to say about it. */
export type PolicyReading = { readonly policy?: Policy; readonly faults: readonly PolicyFault[] };

/**
 * Reads a policy file (`.tracekit/policy.yaml`). The schema is closed: an unknown key, a wrong value, a rule with no
 * matcher is an error with its line and column, and then there is no policy. What a project's file may not say
 * (`allow`, `default: allow`, `fail_mode: open`) is ignored and told. hostile: whatever text.
 */
export function readPolicy(
  text: string,
  source: { readonly name: string; readonly scope: Policy['scope'] },
): PolicyReading {
  const reader = new PolicyReader(source);
  if (text.length > MAX_POLICY)
    return {
      faults: [{ kind: 'error', what: `expected at most ${MAX_POLICY} characters`, line: 1, column: 1 }],
    };
  return reader.read(text);
}

const KEYS = ['version', 'default', 'fail_mode', 'ask', 'unrecognised', 'rules', 'tests'] as const;
const RULE_KEYS = [
  'id',
  'match',
  'match_path',
  'effect',
  'tools',
  'roles',
  'action',
  'reason',
  'case_sensitive',
] as const;
const TEST_KEYS = ['command', 'path', 'tool', 'expect'] as const;
const ROLES: readonly TargetRole[] = ['read', 'added', 'written', 'removed'];

class PolicyReader {
  readonly #lines = new LineCounter();
  readonly #in = new FieldReader(this.#lines);
  readonly #source: { readonly name: string; readonly scope: Policy['scope'] };

  constructor(source: { readonly name: string; readonly scope: Policy['scope'] }) {
    this.#source = source;
  }

  read(text: string): PolicyReading {
    const document = parseDocument(text, { lineCounter: this.#lines, uniqueKeys: true, merge: false });
    for (const error of document.errors)
      this.#in.fault('error', error.message.split('\n')[0] ?? 'not YAML', error.pos[0]);
    if (this.#in.faults.length > 0) return { faults: this.#in.faults };
    const top = document.contents;
    if (!isMap(top)) {
      this.#in.fault('error', `expected a mapping with ${KEYS.join(', ')}`, top?.range?.[0] ?? 0);
      return { faults: this.#in.faults };
    }
    const policy = this.#policy(top);
    return this.#in.faults.some((fault) => fault.kind === 'error')
      ? { faults: this.#in.faults }
      : { policy, faults: this.#in.faults };
  }

  #policy(top: YAMLMap): Policy {
    const fields = this.#in.fields(top, KEYS);
    const version = fields.get('version');
    if (!isScalar(version) || version.value !== 1)
      this.#in.fault('error', 'expected `version: 1`', version?.range?.[0] ?? 0);
    const fallback = this.#in.word(fields, 'default', VERDICTS) ?? 'allow';
    const failMode = this.#in.word(fields, 'fail_mode', ['open', 'closed'] as const);
    const rules = this.#in.items(fields, 'rules').map((node, i) => this.#rule(node, i));
    const project = this.#source.scope === 'project';
    if (project && fallback === 'allow' && fields.has('default'))
      this.#ignored('default: allow', fields.get('default'));
    if (project && failMode === 'open') this.#ignored('fail_mode: open', fields.get('fail_mode'));
    return {
      ...this.#source,
      default: fallback,
      ...(failMode === undefined || (project && failMode === 'open') ? {} : { failMode }),
      ask: this.#in.word(fields, 'ask', ['hold', 'prompt'] as const) ?? 'hold',
      unrecognised: this.#in.word(fields, 'unrecognised', ['allow', 'deny'] as const) ?? 'allow',
      rules: rules.flatMap((rule) => rule ?? []),
      tests: this.#in.items(fields, 'tests').flatMap((node) => this.#test(node) ?? []),
    };
  }

  #rule(node: Node, index: number): Rule | undefined {
    const at = node.range?.[0] ?? 0;
    if (!isMap(node)) {
      this.#in.fault('error', `expected a rule with ${RULE_KEYS.join(', ')}`, at);
      return undefined;
    }
    const fields = this.#in.fields(node, RULE_KEYS);
    const action = this.#in.word(fields, 'action', VERDICTS);
    if (action === undefined)
      this.#in.fault('error', 'expected `action: allow`, `ask` or `deny` in this rule', at);
    const match = this.#in.text(fields, 'match');
    const matchPath = this.#in.text(fields, 'match_path');
    const effects = this.#effects(fields);
    if (match === undefined && matchPath === undefined && effects.length === 0)
      this.#in.fault('error', 'this rule has no matcher: expected `match`, `match_path` or `effect`', at);
    if (action === 'allow' && this.#source.scope === 'project') {
      this.#ignored('action: allow', fields.get('action'));
      return undefined;
    }
    const tools = this.#in.texts(fields, 'tools');
    const roles = this.#in.texts(fields, 'roles').flatMap((text) => this.#role(text, fields));
    const reason = this.#in.text(fields, 'reason');
    return {
      id: this.#in.text(fields, 'id') ?? `${this.#source.scope}/${index + 1}`,
      ...(match === undefined ? {} : { match }),
      ...(matchPath === undefined ? {} : { matchPath }),
      ...(effects.length === 0 ? {} : { effects }),
      ...(tools.length === 0 ? {} : { tools }),
      ...(roles.length === 0 ? {} : { roles }),
      action: action ?? 'deny',
      ...(reason === undefined ? {} : { reason }),
      caseSensitive: this.#in.flag(fields, 'case_sensitive') ?? true,
      line: this.#lines.linePos(at).line,
    };
  }

  #role(text: string, fields: Fields): readonly TargetRole[] {
    const role = ROLES.find((known) => known === text);
    if (role === undefined)
      this.#in.fault(
        'error',
        `expected a role of ${ROLES.join(', ')}, found ${quote(text)}`,
        fields.get('roles')?.range?.[0] ?? 0,
      );
    return role === undefined ? [] : [role];
  }

  #effects(fields: Fields): readonly Effect[] {
    return this.#in.texts(fields, 'effect').flatMap((text) => {
      if (isEffect(text)) return [text];
      this.#in.fault(
        'error',
        `expected an effect's name, found ${quote(text)}`,
        fields.get('effect')?.range?.[0] ?? 0,
      );
      return [];
    });
  }

  #test(node: Node): PolicyTest | undefined {
    if (!isMap(node)) {
      this.#in.fault('error', `expected a test with ${TEST_KEYS.join(', ')}`, node.range?.[0] ?? 0);
      return undefined;
    }
    const fields = this.#in.fields(node, TEST_KEYS);
    const expect: VerdictWord | undefined = this.#in.word(fields, 'expect', VERDICTS);
    const command = this.#in.text(fields, 'command');
    const path = this.#in.text(fields, 'path');
    const tool = this.#in.text(fields, 'tool');
    if (expect === undefined || (command === undefined) === (path === undefined)) {
      this.#in.fault(
        'error',
        'expected `expect` and one of `command`, `path` in this test',
        node.range?.[0] ?? 0,
      );
      return undefined;
    }
    return {
      expect,
      ...(command === undefined ? {} : { command }),
      ...(path === undefined ? {} : { path }),
      ...(tool === undefined ? {} : { tool }),
    };
  }

  #ignored(what: string, node: Node | null | undefined): void {
    this.#in.fault(
      'ignored',
      `${what} has no effect in a project's policy, which may only tighten`,
      node?.range?.[0] ?? 0,
    );
  }
}
