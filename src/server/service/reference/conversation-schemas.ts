/** Conversations and messages, and who writes them (interface 5 and 7). */
import { createdAndUpdated } from './agent-schemas.ts'
import {
  anything,
  exampleIds,
  flag,
  idOf,
  oneFixed,
  orNull,
  part,
  phoneNumber,
  record,
  type SchemaTexts,
  text,
  time,
  withDefaults,
} from './fields.ts'

const messageText = 'Hello Dana, your appointment is on Thursday at 10:30.'
const channel = {
  about: 'How messages are sent.',
  example: 'sms',
  schema: { $ref: '#/components/schemas/MessageChannel' },
}
const settings = anything('Its settings. Any keys are kept.', { tone: 'friendly' })

const messagingAgentInput = {
  name: part('Its name. At most 200 characters.', 'Willa'),
  model: part('Its language model.', 'gpt-4o-mini'),
  messageChannel: part('How messages are sent: sms, whatsapp or email. Other words are kept.', 'sms'),
  phoneNumberId: part('The number that it writes from, at the provider. null: none.', 'pn_100'),
  settings: part('Its settings. Any keys are kept.', { tone: 'friendly' }),
}
const messageFlowInput = {
  name: part('Its name. At most 200 characters.', 'Appointment text'),
  direction: part('Who starts: outbound, inbound or bidirectional. Other words are kept.', 'outbound'),
  agent: part('The messaging agent that writes; must exist. null: none.', exampleIds.messagingAgent),
  prompt: part('What the agent is told.', 'Remind of the appointment.'),
  initiationMessage: part(
    'Its first message. `{name}` stands for a value.',
    'Hello {first_name}, your appointment is on Thursday at 10:30.',
  ),
  isActive: part('Whether messages may be generated with it.', true),
  autopilot: part('Whether its messages are sent without review.', false),
  messageChannel: part('How messages are sent: sms, whatsapp or email. Other words are kept.', 'sms'),
  settings: part('Its settings. Any keys are kept.', { tone: 'friendly' }),
}

export const conversationSchemas: SchemaTexts = {
  Conversation: {
    about: 'The messages between a customer and an agent.',
    fields: {
      _id: idOf('Identifies the conversation.', exampleIds.conversation),
      userId: idOf('The user associated with the conversation.', exampleIds.user),
      pathwayId: orNull(idOf('The flow.', exampleIds.messageFlow), 'the flow no longer exists.'),
      agentId: idOf('The agent.', exampleIds.messagingAgent),
      customer: record('Customer', 'Who the customer is.'),
      messages: record('Message', 'The messages, oldest first.'),
      ...createdAndUpdated,
    },
  },
  Customer: {
    about: 'A customer.',
    fields: {
      name: orNull(text('The name.', 'Dana Whitfield'), 'not known.'),
      email: orNull(text('The e-mail address.', 'dana.whitfield@example.com'), 'none.', null),
      phone: orNull(phoneNumber('The phone number.'), 'none.'),
    },
  },
  Message: {
    about: 'A message of a conversation.',
    fields: {
      _id: idOf('Identifies the message.', exampleIds.message),
      direction: part('Who wrote it.', 'outbound'),
      sent: flag('Whether it was sent successfully.', false),
      message: text('Its content.', messageText),
      status: part('Its state.', 'pending'),
      ...createdAndUpdated,
    },
  },
  ConversationListAnswer: {
    about:
      'Conversations of the workspace: those with a message that needs review first, then the latest. Its headers say how many there are.',
    record: 'Conversation',
  },
  MessageActionBody: {
    about: 'A decision about a message that needs review.',
    fields: { metadata: record('MessageDecision', 'The decision.') },
  },
  MessageDecision: {
    about: 'What to do with the message. Unknown fields are ignored.',
    fields: {
      action: part('The decision.', 'Approve'),
      editedMessage: part('The new content; must not be blank. Used only with Edit.'),
    },
  },
  MessageActionResult: {
    about: 'The message after the decision.',
    fields: { status: oneFixed('success', 'Always success.'), message: record('DecidedMessage', 'The message.') },
  },
  DecidedMessage: {
    about: 'A message after a decision.',
    fields: {
      _id: idOf('Identifies the message.', exampleIds.message),
      message: text('Its content.', messageText),
      to: text('The customer’s phone number, or e-mail address where there is no number.', '+14155550134'),
      sent: flag('Whether it was sent. An approved message that could not be delivered is not.', true),
      status: part('Its state.', 'approved'),
      timestamp: time('When it was sent or changed.'),
    },
  },
  MessageGenerateBody: {
    about: 'Who should get a message, and which message flow writes it.',
    fields: {
      flowId: part('The message flow. It needs a messaging agent and must be active.', exampleIds.messageFlow),
      to: {
        about: 'The customer’s phone number in E.164 format, or e-mail address. Anything else is 400.',
        example: '+14155550134',
        schema: {
          anyOf: [phoneNumber('').schema ?? {}, { type: 'string', format: 'email', maxLength: 254 }],
        },
      },
      autopilot: part('Whether to send it at once. Otherwise it waits for review.', false),
      metadata: part(
        'Anything. The service uses only `rejectedMessageId`, together with `dynamic.feedback`: the ID of a rejected message of the same conversation, whose text is then revised.',
      ),
      dynamic: part(
        'Values for the texts of the flow, by name. `feedback` also says what should be different, such as “shorter”, and the message is revised accordingly.',
        { first_name: 'Dana' },
      ),
    },
  },
  MessageGenerateAnswer: {
    about: 'The message that was written.',
    fields: {
      status: { about: 'Always success.', example: 'success', schema: { type: 'string', const: 'success' } },
      conversation_id: idOf('The conversation that it belongs to.', exampleIds.conversation),
      message_id: idOf('Identifies the message.', exampleIds.message),
      message: text('Its content.', messageText),
    },
  },
  MessagingAgent: {
    about: 'An agent that writes messages.',
    fields: {
      _id: idOf('Identifies the messaging agent.', exampleIds.messagingAgent),
      name: text('Its name.', 'Willa'),
      model: text('Its language model.', 'gpt-4o-mini'),
      messageChannel: channel,
      phoneNumberId: orNull(text('The number that it writes from, at the provider.', 'pn_100'), 'none.'),
      status: part('Whether it can be used.', 'ready'),
      settings,
      ...createdAndUpdated,
    },
  },
  MessagingAgentListAnswer: {
    about: 'One page of messaging agents, newest first. Its headers say how many there are.',
    record: 'MessagingAgent',
  },
  MessagingAgentBody: {
    about: 'A messaging agent. Unknown fields are kept; _id, status and times are ignored.',
    fields: withDefaults(messagingAgentInput, {
      model: 'gpt-4o-mini',
      messageChannel: 'sms',
      phoneNumberId: null,
      settings: {},
    }),
  },
  MessageFlow: {
    about: 'What a messaging agent writes.',
    fields: {
      _id: idOf('Identifies the message flow.', exampleIds.messageFlow),
      name: text('Its name.', 'Appointment text'),
      direction: {
        about: 'Who starts. Any other word that a client sends is kept.',
        example: 'outbound',
        schema: { type: 'string', 'x-extensible-enum': ['inbound', 'outbound', 'bidirectional'] },
      },
      agent: orNull(idOf('The messaging agent that writes.', exampleIds.messagingAgent), 'none.'),
      prompt: text('What the agent is told.', 'Remind of the appointment.'),
      initiationMessage: text('Its first message.', 'Hello {first_name}, your appointment is on Thursday at 10:30.'),
      isActive: flag('Whether messages may be generated with it.', true),
      autopilot: flag('Whether its messages are sent without review.', false),
      messageChannel: channel,
      settings,
      ...createdAndUpdated,
    },
  },
  MessageFlowListAnswer: {
    about: 'One page of message flows, newest first. Its headers say how many there are.',
    record: 'MessageFlow',
  },
  MessageFlowBody: {
    about: 'A message flow. Unknown fields are kept; _id and times are ignored.',
    fields: withDefaults(messageFlowInput, {
      direction: 'outbound',
      agent: null,
      prompt: '',
      initiationMessage: '',
      isActive: true,
      autopilot: false,
      messageChannel: 'sms',
      settings: {},
    }),
  },
}
