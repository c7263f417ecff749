import { at, type Disguise, type Foreign, type Forger, type Forgery } from './forge.ts';

function user({ real, id, text }: Forger, more: Foreign = {}, outer: Foreign = {}): Foreign {
  const data = {
    ...at(real, 'data'),
    ...{ content: text, transformedContent: text, messageId: id(), interactionId: id() },
    ...more,
  };
  return { ...real, id: id(), parentId: real.id, data, ...outer };
}

const sourced =
  (source: string): Disguise =>
  (forger) => [user(forger, { source })];

const event =
  (type: string, of: (forger: Forger) => Foreign): Disguise =>
  (forger) => [{ ...forger.real, type, id: forger.id(), parentId: forger.real.id, data: of(forger) }];

export const COPILOT: Forgery = {
  harness: 'copilot',
  isPrompt: (line) => line.type === 'user.message' && line.agentId === undefined,
  isAnswer: (line) => line.type === 'assistant.message',
  disguises: {
    prompt: (forger) => [user(forger)],
    'same-id': ({ real, text }) => [{ ...real, data: { ...at(real, 'data'), content: text } }],
    'content-alone': (forger) => [user(forger, { transformedContent: undefined })],
    skill: sourced('skill-pdf'),
    command: sourced('command-note'),
    'agent-source': sourced('agent-x'),
    autopilot: (forger) => [user(forger, { isAutopilotContinuation: true })],
    agent: (forger) => [user(forger, {}, { agentId: forger.id() })],
    notification: event('system.notification', ({ text }) => ({ content: text, kind: 'x' })),
    mode: event('session.mode_notice_delivered', ({ text }) => ({ content: text })),
    summary: event('session.compaction_complete', ({ text }) => ({ success: true, summaryContent: text })),
    handoff: event('session.handoff', ({ text }) => ({ summary: text })),
    'skill-invoked': event('skill.invoked', ({ text }) => ({ name: 'x', content: text })),
    result: event('tool.execution_complete', ({ text, id }) => ({
      ...{ toolCallId: `call_${id()}`, success: true, result: { content: text } },
    })),
  },
};
