import type { Ask, Turn } from './script.ts';
import { type Answer, data, type Wire } from './server.ts';

type Part = { readonly functionResponse?: { readonly response?: unknown }; readonly [key: string]: unknown };
type Content = { readonly role?: string; readonly parts?: readonly Part[] };
type Declared = { readonly functionDeclarations?: readonly { readonly name: string }[] };

/** What is asked beside the conversation, who speaks next and how hard a prompt is, wants JSON. */
const SIDE_ANSWER = JSON.stringify({
  ...{ reasoning: 'live', next_speaker: 'user', model_choice: 'flash' },
  ...{ complexity_reasoning: 'live', complexity_score: 10 },
});

/** Gemini's REST API, as Gemini CLI 0.61.0 uses it. */
export const geminiModel: Wire = {
  read: (_method, path, body) => {
    if (path.endsWith(':countTokens')) return { kind: 'other', status: 200, body: { totalTokens: 100 } };
    const tools = ((body.tools ?? []) as readonly Declared[]).flatMap(({ functionDeclarations = [] }) =>
      functionDeclarations.map(({ name }) => name),
    );
    if (!path.endsWith(':streamGenerateContent') || tools.length === 0) return { kind: 'aside' };
    const contents = (body.contents ?? []) as readonly Content[];
    const lane = tools.includes('complete_task') ? 'sub' : 'main';
    return { kind: 'turn', lane, results: resultsOf(contents.at(-1)) };
  },
  answer: (turn, nth, { path, body }) => {
    const whole = path.endsWith(':generateContent');
    const config = (body.generationConfig ?? {}) as { readonly responseMimeType?: string };
    const parts = config.responseMimeType === 'application/json' ? [{ text: SIDE_ANSWER }] : partsOf(turn);
    const answer = {
      candidates: [{ content: { role: 'model', parts }, finishReason: 'STOP', index: 0 }],
      usageMetadata: { promptTokenCount: 100, candidatesTokenCount: 20, totalTokenCount: 120 },
      responseId: `live${nth}`,
    };
    return whole
      ? ({ type: 'application/json', text: JSON.stringify(answer) } satisfies Answer)
      : data([answer]);
  },
};

function resultsOf(content: Content | undefined): readonly string[] {
  return (content?.parts ?? []).flatMap(({ functionResponse }) =>
    functionResponse === undefined ? [] : [JSON.stringify(functionResponse.response)],
  );
}

function partsOf({ say, asks = [] }: Turn): readonly Part[] {
  return [
    ...(say === undefined
      ? []
      : [{ text: '**Thinking**\n\nof what comes next', thought: true }, { text: say }]),
    ...asks.map((ask) => ({ functionCall: callOf(ask) })),
  ];
}

function callOf(ask: Ask): { readonly name: string; readonly args: unknown } {
  if (ask.kind === 'shell')
    return { name: 'run_shell_command', args: { command: ask.command, description: 'Run it' } };
  if (ask.kind === 'write')
    return { name: 'write_file', args: { file_path: ask.path, content: ask.content } };
  return { name: ask.name, args: ask.input };
}
