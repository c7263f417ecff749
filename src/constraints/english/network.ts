import { DEPENDENCIES, NETWORK } from '../lexicon/english-nouns.ts';
import type { Token } from '../token.ts';
import { bareEnd, ended, startsTrailing } from './ending.ts';
import { nounAt } from './noun-phrase.ts';
import type { Banned } from './objects.ts';
import type { Reading, Scene } from './scene.ts';

export function connected(scene: Scene, { act, at }: Banned): Reading | undefined {
  const { tokens } = scene;
  if (act === 'go_online') {
    const noun = nounAt(tokens, at);
    return bareEnd(scene, 'no_network', noun.is === 'all' ? noun.next : at);
  }
  const host = hostsAt(tokens, at);
  if (host !== undefined) return ended(scene, { kind: 'no_network', targets: host.targets, at: host.next });
  const noun = nounAt(tokens, at);
  const network = NETWORK.find(tokens, at);
  const whole = network !== undefined && (act !== 'use' || isWhole(tokens, network.next));
  if (network !== undefined && whole && (act === 'use' || tokens[network.next - 1]!.low !== 'web'))
    return ended(scene, { kind: 'no_network', targets: [], at: network.next });
  if (act !== 'download') return undefined;
  if (noun.is === 'all') {
    const from = tokens[noun.next]?.low === 'from' ? NETWORK.find(tokens, noun.next + 1) : undefined;
    return ended(scene, { kind: 'no_network', targets: [], at: from?.next ?? noun.next });
  }
  if (DEPENDENCIES.find(tokens, at) !== undefined)
    return ended(scene, { kind: 'no_network', targets: [], at: DEPENDENCIES.find(tokens, at)!.next });
  return noun.is === 'none' && tokens[at - 1]!.low.startsWith('download')
    ? bareEnd(scene, 'no_network', at)
    : undefined;
}

/** The noun ends here: "the network", but not "network mocks". */
function isWhole(tokens: readonly Token[], at: number): boolean {
  return (
    startsTrailing(tokens, at) ||
    /^(?:for|in|at|while|during|to|from|when|with|on|is|are)$/.test(tokens[at]!.low)
  );
}

function hostsAt(
  tokens: readonly Token[],
  at: number,
): { readonly targets: readonly string[]; readonly next: number } | undefined {
  const targets: string[] = [];
  let i = at;
  while (tokens[i]?.kind === 'host') {
    targets.push(tokens[i]!.text);
    i++;
    if (/^(?:or|and|nor|,)$/.test(tokens[i]?.low ?? '') && tokens[i + 1]?.kind === 'host') i++;
  }
  return targets.length === 0 ? undefined : { targets, next: i };
}
