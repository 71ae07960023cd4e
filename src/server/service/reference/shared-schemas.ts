/** Lists, errors and events (specification 6 and 7, interface 3 and 6). */
import {
  count,
  exampleIds,
  type Field,
  flag,
  idOf,
  part,
  phoneNumber,
  record,
  type SchemaTexts,
  seconds,
  text,
} from './fields.ts'

const ofCall: Readonly<Record<string, Field>> = {
  callId: idOf('Identifies the call.', exampleIds.call),
  agentId: idOf('The agent.', exampleIds.agent),
  roomName: idOf('The room of the call.', exampleIds.room),
  toNumber: phoneNumber('The called number.'),
  batchId: idOf('The batch. Left out for a single call.', exampleIds.batch),
  jobId: idOf('Which call of the batch it is. Left out for a single call.', exampleIds.job),
}
const recipient = text('The customer’s phone number.', '+14155550134')
const changedRecord = (kind: string, id: string, name: string): Readonly<Record<string, Field>> => ({
  id: idOf(`Identifies the ${kind}.`, id),
  name: text('Its name.', name),
})

export const sharedSchemas: SchemaTexts = {
  Pagination: {
    about: 'Which page of a list an answer has.',
    fields: {
      page: { ...count('The number of this page, from 1.', 1), schema: { type: 'integer', minimum: 1 } },
      limit: {
        ...count('How many records a page has at most.', 20),
        schema: { type: 'integer', minimum: 1, maximum: 100 },
      },
      total: count('Records on all pages.', 1),
      totalPages: {
        ...count('How many pages there are; 1 for an empty list.', 1),
        schema: { type: 'integer', minimum: 1 },
      },
      hasNext: flag('Whether there is a next page.', false),
      hasPrev: flag('Whether there is a previous page.', false),
    },
  },
  GeneralError: {
    about: 'The general form of an error.',
    fields: {
      status: part('Only for an unknown call of a batch.'),
      error: record('ErrorDetails', 'What is wrong.'),
    },
  },
  ErrorDetails: {
    about: 'The code and the message of an error.',
    fields: {
      code: { about: 'For programs.', example: 'invalid_request', schema: { $ref: '#/components/schemas/ErrorCode' } },
      message: text('A sentence for people.', 'name is missing.'),
    },
  },
  SendCallError: {
    about: 'The form of Send Call’s own errors.',
    fields: {
      error: text('What is wrong, in few words.', 'Invalid configuration'),
      details: text('A sentence for people.', 'The agent has no phone number configured.'),
      code: {
        about: 'For programs. Left out if the agent does not exist or cannot call.',
        schema: { $ref: '#/components/schemas/ErrorCode' },
      },
    },
  },
  RateLimitError: {
    about: 'The request limit is used up.',
    fields: {
      status: { about: 'The HTTP status.', example: 429, schema: { type: 'integer', const: 429 } },
      title: text('What is wrong, in few words.', 'Too Many Requests'),
      detail: text(
        'A sentence for people.',
        "The organization's request limit is used up. This request had no effect. Try again in 2 s.",
      ),
    },
  },
  CallStartedData: { about: 'A call that begins.', fields: ofCall },
  CallCompletedData: {
    about: 'A call that ended.',
    fields: {
      ...ofCall,
      duration: seconds('How long it lasted.', 118),
      status: { about: 'Always completed.', example: 'completed', schema: { type: 'string', const: 'completed' } },
    },
  },
  CallFailedData: { about: 'A call that reached nobody.', fields: ofCall },
  SmsSentData: {
    about: 'A text message that was sent.',
    fields: {
      conversationId: idOf('The conversation.', exampleIds.conversation),
      messageId: idOf('The message.', exampleIds.message),
      to: recipient,
    },
  },
  SmsDeliveredData: {
    about: 'A text message that was delivered.',
    fields: {
      conversationId: idOf('The conversation.', exampleIds.conversation),
      messageId: idOf('The message.', exampleIds.message),
      to: recipient,
    },
  },
  AgentCreatedData: { about: 'A new agent.', fields: changedRecord('agent', exampleIds.agent, 'Nora') },
  AgentUpdatedData: { about: 'A changed agent.', fields: changedRecord('agent', exampleIds.agent, 'Nora') },
  FlowCreatedData: { about: 'A new flow.', fields: changedRecord('flow', exampleIds.flow, 'Appointment reminder') },
  FlowUpdatedData: { about: 'A changed flow.', fields: changedRecord('flow', exampleIds.flow, 'Appointment reminder') },
}
