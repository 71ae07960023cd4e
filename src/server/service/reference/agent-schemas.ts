/** Agents and flows (interface 1 and 2). */
import {
  anything,
  exampleIds,
  type Field,
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
  unit,
  withDefaults,
} from './fields.ts'

export const createdAndUpdated: Readonly<Record<string, Field>> = {
  createdAt: time('When it was created.'),
  updatedAt: time('When it was last changed.', '2026-11-20T10:30:00.000Z'),
}

const voice = {
  provider: part(
    'The voice provider, such as openai, rime, elevenlabs, google or cartesia. Any word is accepted.',
    'openai',
  ),
  voiceId: part('The voice at that provider.', 'alloy'),
  language: part('The language that it speaks, such as en-US.', 'en-US'),
  name: part('The name of the voice, for people.'),
}
const settings = {
  speed: unit('How fast the agent speaks.', 0.5),
  volume: unit('How loud it speaks.', 0.8),
  temperature: unit('How freely it chooses its words.', 0.4),
}
const agentInput = {
  name: part('Its name. At most 200 characters.', 'Nora'),
  model: part('The language model that executes the script. Any word is accepted.', 'gpt-4o-mini'),
  voice: record('VoiceInput', 'Its voice. An update replaces it as a whole: provider and voice belong together.'),
  personality: part('How it behaves, in words.', 'Friendly and brief.'),
  phoneNumber: part(
    'The number that it calls from. In E.164 format: + then country code then number. null: none.',
    '+14155550100',
  ),
  settings: record('AgentSettingsInput', 'How it speaks. What is left out keeps its value.'),
}
const flowInput = {
  name: part('Its name. At most 200 characters.', 'Appointment reminder'),
  description: part('What it is for.', 'Reminds of an appointment on the day before.'),
  direction: part('Who starts.', 'outbound'),
  agentId: part('The agent that uses it; must exist. null: none.', exampleIds.agent),
  promptType: part('What leads the call. Absent from a new flow: flow if flowData is sent, else simple.', 'simple'),
  prompt: part(
    'What the agent is told. `{column}` stands for a value of the call.',
    'Remind {first_name} of the appointment.',
  ),
  flowData: record('FlowDataInput', 'The routing logic. Replaces the stored one as a whole.'),
  rules: record('FlowRuleInput', 'The routing rules, evaluated from the top. They replace the stored ones as a whole.'),
  isActive: part('Whether calls may use it.', true),
  welcomeMessage: part('Who speaks first.', 'ai_dynamic'),
  customWelcomeMessage: part('What the agent says first, for ai_custom.', ''),
  settings: record(
    'FlowSettingsInput',
    'Creating: what is left out has its default, at every level. An update replaces the settings as a whole.',
  ),
}
const node = {
  id: part('Identifies the step in this flow.', 'greet'),
  type: part('The kind of the step. Other words are kept.', 'say'),
  position: part('Where it is drawn: {x, y}.', { x: 0, y: 120 }),
  data: part('Its label, its prompt, and what the type needs.', { label: 'Greet', prompt: 'Hello {first_name}!' }),
}
const edge = {
  id: part('Identifies the connection in this flow.', 'e1'),
  source: part('The step that it leaves.', 'greet'),
  target: part('The step that it leads to.', 'done'),
  sourceHandle: part('Which of several ways out of the step it is.'),
  data: part('Its label and its condition.', { label: 'Yes', condition: 'The customer agrees.' }),
}
const rule = {
  id: part('Identifies the rule in this flow.', 'r1'),
  when: part(
    'The condition: caller_asks_for_human, outside_working_hours, silence, sentiment_negative, or free text.',
    'caller_asks_for_human',
  ),
  value: part('What the action needs: a number, the ID of a step, or a text.', '+14155550111'),
}

const defaultAgentSettings = { speed: 0.5, volume: 0.8, temperature: 0.4 }
const defaultFlowSettings = {
  callSetting: { maxCallDuration: 3600, endCallOnSilence: 30 },
  responseSettings: {
    delay: 0,
    workingHours: { enabled: false, start: '09:00', end: '17:00', timezone: 'UTC', outOfHoursMessage: '' },
  },
  enableRecording: true,
}
const defaultFlow = {
  description: '',
  direction: 'outbound',
  agentId: null,
  prompt: '',
  flowData: { nodes: [], edges: [] },
  rules: [],
  isActive: true,
  welcomeMessage: 'ai_dynamic',
  customWelcomeMessage: '',
  settings: defaultFlowSettings,
}

const flowSettings = anything('Its settings. Other keys are kept.', defaultFlowSettings)

export const agentSchemas: SchemaTexts = {
  Agent: {
    about:
      'A virtual assistant with a voice and a language model. A call needs its number and an active flow that names it.',
    fields: {
      id: idOf('Identifies the agent.', exampleIds.agent),
      name: text('Its name.', 'Nora'),
      model: text('The language model that executes the script.', 'gpt-4o-mini'),
      voice: record('Voice', 'Its voice.'),
      personality: text('How it behaves, in words.', 'Friendly and brief.'),
      phoneNumber: orNull(
        phoneNumber('The number that it calls from.', '+14155550100'),
        'it has none, or none that is active.',
      ),
      settings: record('AgentSettings', 'How it speaks.'),
      status: part('Whether it can be used.', 'ready'),
      ...createdAndUpdated,
    },
  },
  Voice: {
    about: 'The voice of an agent.',
    fields: {
      ...voice,
      language: { ...voice.language, schema: { type: ['string', 'null'] } },
      name: { ...voice.name, schema: { type: ['string', 'null'] } },
    },
  },
  AgentSettings: { about: 'How an agent speaks.', fields: settings },
  AgentListAnswer: {
    about: 'One page of agents, newest first.',
    fields: { agents: record('Agent', 'The agents.'), pagination: record('Pagination', 'Which page this is.') },
  },
  AgentCreate: {
    about: 'A new agent. Settings that are left out have their defaults.',
    fields: withDefaults(agentInput, { personality: '', phoneNumber: null, settings: defaultAgentSettings }),
  },
  AgentUpdate: { about: 'Changes to an agent. What is left out stays as it is.', fields: agentInput },
  VoiceInput: { about: 'The voice of an agent. Provider and voice are a pair: always send both.', fields: voice },
  AgentSettingsInput: { about: 'How an agent speaks.', fields: settings },
  Deleted: {
    about: 'The record was deleted for good.',
    fields: {
      status: oneFixed('success', 'Always success.'),
      message: text('A sentence for people.', 'Agent Nora was deleted.'),
    },
  },
  Flow: {
    about: 'How an agent leads calls: the prompt or the steps, and the rules.',
    fields: {
      id: idOf('Identifies the flow.', exampleIds.flow),
      name: text('Its name.', 'Appointment reminder'),
      description: text('What it is for.', 'Reminds of an appointment on the day before.'),
      direction: part('Who starts.', 'outbound'),
      agentId: orNull(idOf('The agent that uses it.', exampleIds.agent), 'none.'),
      promptType: part('What leads the call.', 'flow'),
      prompt: text(
        'What the agent is told. `{column}` stands for a value of the call.',
        'Remind {first_name} of the appointment.',
      ),
      flowData: record('FlowData', 'The routing logic.'),
      rules: record('FlowRule', 'The routing rules, evaluated from the top.'),
      isActive: flag('Whether calls may use it.', true),
      welcomeMessage: part('Who speaks first.', 'ai_dynamic'),
      customWelcomeMessage: text('What the agent says first, for ai_custom.', ''),
      settings: flowSettings,
      ...createdAndUpdated,
    },
  },
  FlowListAnswer: {
    about: 'One page of flows, newest first.',
    fields: { flows: record('Flow', 'The flows.'), pagination: record('Pagination', 'Which page this is.') },
  },
  FlowData: {
    about: 'The steps of a flow and how they are connected.',
    fields: { nodes: record('FlowNode', 'The steps.'), edges: record('FlowEdge', 'The connections.') },
  },
  FlowNode: { about: 'A step of a flow.', fields: node },
  FlowEdge: { about: 'A connection between two steps.', fields: edge },
  FlowRule: {
    about: 'A rule: when something happens, then do this.',
    fields: { ...rule, then: part('What to do.', 'transfer') },
  },
  FlowCreate: { about: 'A new flow.', fields: withDefaults(flowInput, defaultFlow) },
  FlowUpdate: { about: 'Changes to a flow. What is left out stays as it is.', fields: flowInput },
  FlowDataInput: {
    about: 'The steps of a flow and how they are connected. Unknown fields are kept.',
    fields: { nodes: record('FlowNodeInput', 'The steps.'), edges: record('FlowEdgeInput', 'The connections.') },
  },
  FlowNodeInput: { about: 'A step of a flow. Unknown fields are kept.', fields: node },
  FlowEdgeInput: {
    about: 'A connection between two steps. It may also have sourceHandle and data; unknown fields are kept.',
    fields: { id: edge.id, source: edge.source, target: edge.target },
  },
  FlowRuleInput: {
    about: 'A rule. Unknown fields are kept.',
    fields: {
      ...rule,
      then: part('What to do: transfer, go_to_node, end or message. Other words are kept.', 'transfer'),
    },
  },
  FlowSettingsInput: {
    about: 'The settings of a flow. Unknown fields are kept.',
    fields: {
      callSetting: record('CallSettingInput', 'Limits of a call.'),
      responseSettings: anything('The delay of answers in seconds, and the working hours.', {
        workingHours: { enabled: true, start: '09:00', end: '17:00', timezone: 'Europe/Berlin' },
      }),
      enableRecording: part('Whether calls are recorded.', true),
    },
  },
  CallSettingInput: {
    about: 'Limits of a call.',
    fields: {
      maxCallDuration: part('The longest call. Seconds, at most 3600.', 600),
      endCallOnSilence: part('A call ends after this silence. Seconds.', 30),
    },
  },
}
