/** Examples of requests and answers, put together from the examples of their fields, so that they fit each other and their schemas. */
import type { ServiceEndpointName } from '#contract/index.ts'
import { exampleIds } from './fields.ts'
import { nameIn } from './openapi-schemas.ts'
import type { Example, Schema } from './openapi-types.ts'

/**
 * @param schemas the document's schemas by name
 * @returns an example with all fields that have one; undefined if it has none
 */
export function exampleOf(schema: Schema, schemas: Readonly<Record<string, Schema>>): unknown {
  if (schema.examples !== undefined) return schema.examples[0]
  if (schema.const !== undefined) return schema.const
  if (schema.$ref !== undefined) return exampleOf(schemas[nameIn(schema.$ref)] ?? {}, schemas)
  if (schema.items !== undefined) {
    const item = exampleOf(schema.items, schemas)
    return item === undefined ? undefined : [item]
  }
  if (schema.properties === undefined) return undefined
  return Object.fromEntries(
    Object.entries(schema.properties).flatMap(([name, property]) => {
      const example = exampleOf(property, schemas)
      return example === undefined ? [] : [[name, example]]
    }),
  )
}

/** Requests that have more than one usual form. The first is the one with which the page shows how to call the endpoint. */
export const requestExamples: Partial<Record<ServiceEndpointName, Record<string, Example>>> = {
  agentCreate: {
    required: {
      summary: 'Only what is required',
      value: { name: 'Nora', model: 'gpt-4o-mini', voice: { provider: 'openai', voiceId: 'alloy' } },
    },
    complete: {
      summary: 'An agent that can call',
      value: {
        name: 'Nora',
        model: 'gpt-4o-mini',
        voice: { provider: 'openai', voiceId: 'alloy', language: 'en-US' },
        personality: 'Friendly and brief.',
        phoneNumber: '+14155550100',
        settings: { speed: 0.6 },
      },
    },
  },
  agentUpdate: {
    name: { summary: 'Another name', value: { name: 'Nora Lind' } },
    noNumber: { summary: 'Take its number away', value: { phoneNumber: null } },
  },
  flowCreate: {
    prompt: {
      summary: 'A flow that a prompt leads',
      value: {
        name: 'Appointment reminder',
        agentId: exampleIds.agent,
        prompt: 'Remind {first_name} of the appointment.',
      },
    },
    steps: {
      summary: 'A flow of steps, whose calls are not recorded',
      value: {
        name: 'Appointment reminder',
        agentId: exampleIds.agent,
        promptType: 'flow',
        flowData: {
          nodes: [
            { id: 'start', type: 'start', data: { label: 'Start' } },
            { id: 'greet', type: 'say', data: { label: 'Greet', prompt: 'Hello {first_name}!' } },
            { id: 'done', type: 'end', data: { label: 'End' } },
          ],
          edges: [
            { id: 'e1', source: 'start', target: 'greet' },
            { id: 'e2', source: 'greet', target: 'done' },
          ],
        },
        rules: [{ id: 'r1', when: 'caller_asks_for_human', then: 'transfer', value: '+14155550111' }],
        settings: { enableRecording: false },
      },
    },
  },
  flowUpdate: {
    off: { summary: 'Take it out of use', value: { isActive: false } },
    agent: { summary: 'Give it to an agent', value: { agentId: exampleIds.agent } },
  },
  messageAction: {
    approve: { summary: 'Approve and send', value: { metadata: { action: 'Approve' } } },
    edit: {
      summary: 'Change the content',
      value: { metadata: { action: 'Edit', editedMessage: 'Hello Dana, see you on Thursday at 10:30.' } },
    },
    reject: { summary: 'Reject', value: { metadata: { action: 'Reject' } } },
  },
  messageGenerate: {
    draft: {
      summary: 'A text that waits for review',
      value: {
        flowId: exampleIds.messageFlow,
        to: '+14155550134',
        autopilot: false,
        dynamic: { first_name: 'Dana' },
      },
    },
    email: {
      summary: 'To an e-mail address, sent at once',
      value: { flowId: exampleIds.messageFlow, to: 'dana.whitfield@example.com', autopilot: true },
    },
  },
}

/** A file as the uploads take it. */
export const exampleFile = 'phone_number,first_name\n+14155550134,Dana\n+447700900123,Oliver\n'
