import type { Exchange } from '../../src/model/reading.ts';
import { assistantMessage, looseReasoning, modelMessage, turnStarted } from './assistant.ts';
import { startedCall, typedCall } from './call.ts';
import type { EventLine } from './event-line.ts';
import { answeredRequest, completedCall } from './result.ts';
import { aborted, endedHook, harnessText, systemMessage, userMessage } from './user.ts';

/** Reads one event; `undefined` where it says nothing for the record, `deep` where it is beyond the budget. */
type Maker = (line: EventLine) => Exchange | 'deep' | undefined;

/**
 * The events that say something, or are remembered for what others say; the rest are bare lines. Those with
 * `harnessText` are known from the schema only.
 */
const MAKERS: Readonly<Record<string, Maker>> = {
  'user.message': userMessage,
  'system.message': systemMessage,
  'system.notification': harnessText('content', 'notification'),
  'session.mode_notice_delivered': harnessText('content', 'meta'),
  'session.compaction_complete': harnessText('summaryContent', 'summary'),
  'session.handoff': harnessText('summary', 'summary'),
  'skill.invoked': harnessText('content', 'instructions'),
  'skill.context_delivered': harnessText('content', 'instructions'),
  abort: aborted,
  'assistant.message': assistantMessage,
  'assistant.reasoning': looseReasoning,
  'assistant.turn_start': turnStarted,
  'assistant.turn_end': turnStarted,
  'model.message': modelMessage,
  'tool.execution_start': startedCall,
  'external_tool.requested': startedCall,
  'tool.user_requested': typedCall,
  'tool.execution_complete': completedCall,
  'permission.completed': answeredRequest,
  'hook.end': endedHook,
};

/** The maker for an event's type in the log's words. */
export function makerOf(type: string): Maker | undefined {
  return Object.hasOwn(MAKERS, type) ? MAKERS[type] : undefined;
}
