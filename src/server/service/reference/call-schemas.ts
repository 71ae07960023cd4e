/** Single calls, live and past (specification 2.3, 2.8 and 4.3, interface 6 and 7). */
import {
  anything,
  count,
  exampleIds,
  exampleTime,
  flag,
  idOf,
  oneFixed,
  orNull,
  part,
  phoneNumber,
  record,
  type SchemaTexts,
  seconds,
  text,
  time,
} from './fields.ts'

const activeCall = {
  id: idOf('Identifies the call in progress.', exampleIds.call),
  roomName: idOf('The room of the call.', exampleIds.room),
  customerPhone: phoneNumber('The customer’s number.'),
  customerName: orNull(text('The customer’s name.', 'Dana Whitfield'), 'not known.'),
  aiAgentName: text('The name of the agent.', 'Nora'),
  duration: seconds('How long the call has lasted so far.', 42),
  sentiment: part('The customer’s mood.', 'positive'),
  participants: record('Participant', 'Who is in the room.'),
}
const endTime = '2026-11-20T10:02:04.000Z'

export const callSchemas: SchemaTexts = {
  CallSendBody: {
    about: 'Whom to call, and which agent does it.',
    fields: {
      agentId: part(
        'The agent. It needs a phone number, and an active flow that is outbound or bidirectional. Any other ID is 404.',
        exampleIds.agent,
      ),
      toNumber: phoneNumber('The number to call. Anything else is 400 invalid_number.'),
    },
  },
  Call: {
    about: 'A call that was initiated.',
    fields: {
      status: oneFixed('success', 'Always success.'),
      callId: idOf('Identifies the call.', exampleIds.call),
      roomName: idOf(
        'The room of the call: the agent’s ID, a hyphen and the call’s ID. Opens its live details.',
        exampleIds.room,
      ),
      fromNumber: phoneNumber('The agent’s number.', '+14155550100'),
      toNumber: phoneNumber('The called number.'),
      agent: record('CallAgent', 'The agent as it was when the call began.'),
    },
  },
  CallAgent: {
    about: 'The agent of a call.',
    fields: {
      id: idOf('Identifies the agent.', exampleIds.agent),
      name: text('Its name.', 'Nora'),
      model: text('Its language model.', 'gpt-4o-mini'),
      voice: record('CallVoice', 'Its voice.'),
    },
  },
  CallVoice: {
    about: 'The voice of a call’s agent.',
    fields: { provider: text('The voice provider.', 'openai'), voiceId: text('The voice at that provider.', 'alloy') },
  },
  PastCall: {
    about: 'A call of the present or past.',
    fields: {
      callId: idOf('Identifies the call.', exampleIds.call),
      roomName: idOf('The room of the call.', exampleIds.room),
      agentId: idOf('The agent.', exampleIds.agent),
      batchId: orNull(idOf('The batch that the call belongs to.', exampleIds.batch), 'a single call.'),
      jobId: orNull(idOf('Which call of the batch it is.', exampleIds.job), 'a single call.'),
      fromNumber: phoneNumber('The agent’s number.', '+14155550100'),
      toNumber: phoneNumber('The called number.'),
      status: part('The state of the call.', 'completed'),
      outcome: {
        about: 'What became of the call. null: still in progress.',
        example: 'completed',
        schema: { anyOf: [{ $ref: '#/components/schemas/CallOutcome' }, { type: 'null' }] },
      },
      startedAt: time('When the number was dialled.'),
      endedAt: orNull(time('When the call ended.', endTime), 'still in progress.'),
      duration: orNull(seconds('From the answer to the end.', 118), 'still in progress.'),
    },
  },
  CallHistoryAnswer: {
    about: 'One page of calls, newest first.',
    fields: { calls: record('PastCall', 'The calls.'), pagination: record('Pagination', 'Which page this is.') },
  },
  ActiveCall: {
    about: 'Live details of a call in progress.',
    fields: { ...activeCall, transcript: record('TranscriptLine', 'What was said so far, oldest first.') },
  },
  ActiveCallSummary: {
    about: 'A call in progress, without its transcript.',
    fields: {
      ...activeCall,
      status: {
        about: 'Whether somebody has answered.',
        example: 'active',
        schema: { $ref: '#/components/schemas/ActiveCallState' },
      },
      lastMessage: orNull(text('What was said last.', 'Yes, Thursday is fine.'), 'nothing was said yet.'),
    },
  },
  ActiveCallListAnswer: {
    about: 'All calls in progress.',
    fields: {
      data: record('ActiveCallSummary', 'The calls.'),
      count: count('How many there are.', 1),
      timestamp: time('When the service answered.'),
    },
  },
  Participant: {
    about: 'Somebody in the room of a call.',
    fields: {
      identity: text('Identifies the participant in the room.', `agent-${exampleIds.agent}`),
      isAgent: flag('Whether it is the agent and no person.', true),
      metadata: anything('More about the participant.', { kind: 'agent', name: 'Nora' }),
      joinedAt: time('When they joined.', exampleTime),
    },
  },
  TranscriptLine: {
    about: 'One line of a conversation.',
    fields: {
      role: { about: 'Who said it.', example: 'agent', schema: { $ref: '#/components/schemas/TranscriptRole' } },
      content: text('What was said.', 'Hello Dana, this is Nora.'),
    },
  },
  ActiveCallEndAnswer: {
    about: 'The call was ended.',
    fields: {
      success: flag('Always true.', true),
      message: text('A sentence for people.', 'The call was ended.'),
      roomName: idOf('The room of the call.', exampleIds.room),
      endTime: time('When it ended.', endTime),
    },
  },
  ActiveCallTakeOverBody: {
    about: 'Which agent to mute.',
    fields: {
      participantIdentity: part('The identity of the agent among the participants.', `agent-${exampleIds.agent}`),
    },
  },
  ActiveCallTakeOverAnswer: {
    about: 'The agent is muted.',
    fields: {
      success: flag('Always true.', true),
      message: text('A sentence for people.', 'The agent is muted. You can speak now.'),
      roomName: idOf('The room of the call.', exampleIds.room),
      mutedTracks: count('How many tracks were muted; 0 if the agent was already muted.', 1),
    },
  },
}
