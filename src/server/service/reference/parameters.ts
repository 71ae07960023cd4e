/** The parameters of endpoints: in the path, the query and the headers. */
import { type EndpointDefinition, headers, idPattern, type ServiceEndpointName } from '#contract/index.ts'
import { exampleIds } from './fields.ts'
import { fieldsOfInput, type ZodSchema } from './openapi-schemas.ts'
import type { Parameter } from './openapi-types.ts'

interface ParameterText {
  about: string
  example?: unknown
}

const pathTexts: Readonly<Record<string, ParameterText>> = {
  agentId: { about: 'The agent’s ID.', example: exampleIds.agent },
  flowId: { about: 'The flow’s ID.', example: exampleIds.flow },
  batchId: { about: 'The ID of the batch, from the answer to its start.', example: exampleIds.batch },
  jobId: { about: 'The ID of the call in its batch, from the list of its calls.', example: exampleIds.job },
  conversationId: { about: 'The ID of the conversation.', example: exampleIds.conversation },
  messageId: { about: 'The ID of the message, from its conversation.', example: exampleIds.message },
  roomName: { about: 'The room of the call in progress.', example: exampleIds.room },
  messagingAgentId: { about: 'The ID of the messaging agent.', example: exampleIds.messagingAgent },
  messageFlowId: { about: 'The ID of the message flow.', example: exampleIds.messageFlow },
}

const queryTexts: Readonly<Record<string, ParameterText>> = {
  page: { about: 'Which page, from 1. A page after the last one is empty.', example: 1 },
  limit: { about: 'How many records a page has at most.', example: 20 },
  search: { about: 'Only records whose name contains this text, in upper or lower case.', example: 'nora' },
  'batchPreview.limit': { about: 'How many rows to show at most.', example: 10 },
  'batchCallList.status': { about: 'Only calls in this state.', example: 'failed' },
  'batchCallList.search': { about: 'Only calls to numbers that contain these digits.', example: '5550134' },
  'callHistory.agentId': { about: 'Only calls of this agent.', example: exampleIds.agent },
  'callHistory.batchId': { about: 'Only calls of this batch.', example: exampleIds.batch },
  'callHistory.status': { about: 'Only calls in this state: active, completed or failed.', example: 'completed' },
  'callHistory.search': { about: 'Only calls to numbers that contain these digits.', example: '5550134' },
  'conversationList.limit': { about: 'How many conversations a page has at most. Absent: 500.', example: 100 },
}

function textOf(texts: Readonly<Record<string, ParameterText>>, endpoint: string, name: string): ParameterText {
  const found = texts[`${endpoint}.${name}`] ?? texts[name]
  if (found === undefined) throw new Error(`The parameter ${name} of ${endpoint} has no description`)
  return found
}

/** All parameters of an endpoint, apart from its key. */
export function parametersOf(
  endpoint: ServiceEndpointName,
  { path, query, workspace }: EndpointDefinition,
): Parameter[] {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']): Parameter => {
    const { about, example } = textOf(pathTexts, endpoint, name)
    const schema = { type: 'string', pattern: idPattern.source }
    return { name, in: 'path', required: true, description: about, schema, example }
  })
  const inHeader: Parameter = {
    name: headers.workspace,
    in: 'header',
    required: true,
    description: 'The ID of the workspace. The key must be allowed to use it.',
    schema: { type: 'string' },
    example: exampleIds.workspace,
  }
  const { properties, required } =
    query === undefined ? { properties: {}, required: [] } : fieldsOfInput(query as ZodSchema)
  const inQuery = Object.entries(properties).map(([name, schema]): Parameter => {
    const { about, example } = textOf(queryTexts, endpoint, name)
    return { name, in: 'query', required: required.includes(name), description: about, schema, example }
  })
  return [...inPath, ...(workspace ? [inHeader] : []), ...inQuery]
}
