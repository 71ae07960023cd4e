/**
 * Generates the service's OpenAPI document: the endpoints of the contract, with what the service writes. `/openapi.json` serves it, and the
 * reference page renders it.
 */
import {
  type EndpointDefinition,
  errorForms,
  headers,
  type ServiceEndpointName,
  SmartCallback,
  serviceEndpoints,
  signatureHeader,
  type WebhookEvent,
  webhookData,
} from '#contract/index.ts'
import { template } from '../csv/template.ts'
import { sentinels } from '../sentinels/sentinels.ts'
import { errorResponsesOf, simulationHeader, statusMeanings } from './errors.ts'
import { exampleOf, requestExamples } from './examples.ts'
import {
  type Components,
  capitalize,
  createComponents,
  exportedNames,
  fieldsOfInput,
  missing,
  refTo,
  schemaTexts,
  type ZodSchema,
} from './openapi-schemas.ts'
import type { Content, MediaType, OpenApiDocument, Operation, Schema } from './openapi-types.ts'
import { parametersOf } from './parameters.ts'
import { wordSchemas } from './words.ts'

const tags: Readonly<Record<string, string>> = {
  Agents: 'Virtual assistants with a voice and a language model.',
  Flows: 'How agents lead calls.',
  Calls: 'A single call.',
  'Call history': 'Calls of the present and past.',
  'Batch calls': 'One call for each row of a CSV file.',
  Conversations: 'The messages between customers and agents, and their review.',
  'Active calls': 'Calls in progress.',
  'Messaging agents': 'Agents that write messages.',
  'Message flows': 'What messaging agents write.',
}

/** `/v1/api/batch-calls/…` → Batch calls. */
const tagOf = (path: string): string => {
  const word = /^\/(?:api\/v1|v1\/api|v2\/api)\/([\w-]+)/.exec(path)?.[1] ?? 'other'
  return capitalize(word === 'omni-flow-agents' ? 'messaging agents' : word.replaceAll('-', ' '))
}

/** The lists whose answer is a bare array, which say in headers how many records there are. */
const isBareList = ({ about }: EndpointDefinition) => about?.list === ''

const file: Schema = {
  type: 'string',
  format: 'binary',
  description:
    'A CSV file in UTF-8, at most 20 MB and 50,000 rows. Its first line names the columns; phone_number is required.',
}

function requestOf(
  name: ServiceEndpointName,
  { body, upload }: EndpointDefinition,
  components: Components,
): Content | null {
  if (upload !== undefined) {
    const { properties, required } = fieldsOfInput(upload as ZodSchema)
    const fields = schemaTexts[`${capitalize(name)}Upload`]?.fields ?? {}
    const described = Object.entries(properties).map(([field, converted]) => {
      const { about, example, schema = converted } = fields[field] ?? missing(`the part ${field} of ${name}`)
      return [field, { ...schema, description: about, examples: [example] }]
    })
    const schema: Schema = {
      type: 'object',
      properties: { file, ...(Object.fromEntries(described) as Record<string, Schema>) },
      required: ['file', ...required],
      additionalProperties: false,
    }
    return { content: { 'multipart/form-data': { schema } } }
  }
  if (body === undefined) return null
  const bodyName = exportedNames.get(body as ZodSchema) ?? `${capitalize(name)}Body`
  const schema = components.add(body as ZodSchema, bodyName, 'input')
  return { content: { 'application/json': withExample({ schema }, components, requestExamples[name]) } }
}

/** Adds examples: those given, or one that is put together from the fields. */
function withExample(media: MediaType, components: Components, examples?: MediaType['examples']): MediaType {
  if (examples !== undefined) return { ...media, examples }
  const example = exampleOf(media.schema, { ...components.schemas, ...wordSchemas() })
  return example === undefined ? media : { ...media, example }
}

function answerOf(name: ServiceEndpointName, { response }: EndpointDefinition, components: Components): Content {
  if (response === undefined) return { content: { 'text/csv': { schema: { type: 'string' }, example: template } } }
  const answerName = exportedNames.get(response as ZodSchema) ?? `${capitalize(name)}Answer`
  const schema = components.add(response as ZodSchema, answerName, 'output')
  return { content: { 'application/json': withExample({ schema }, components) } }
}

function operationOf(name: ServiceEndpointName, endpoint: EndpointDefinition, components: Components): Operation {
  const { summary, section, tier, extension, path } = endpoint
  const request = requestOf(name, endpoint, components)
  return {
    operationId: name,
    summary,
    description: extension === undefined ? `Serves ${section}.` : `An extension that is not part of the specification.`,
    tags: [tagOf(path)],
    parameters: parametersOf(name, endpoint),
    ...(request !== null && { requestBody: { required: true, ...request } }),
    responses: {
      200: {
        description: statusMeanings[200] ?? '',
        headers: {
          ...simulationHeader,
          ...(isBareList(endpoint) && {
            'x-total-count': { $ref: '#/components/headers/TotalCount' },
            link: { $ref: '#/components/headers/NextPage' },
          }),
        },
        ...answerOf(name, endpoint, components),
      },
      ...errorResponsesOf(name, endpoint),
    },
    security: [{ apiKey: [] }],
    ...(extension !== undefined && { 'x-extension': extension }),
    'x-section': section,
    'x-tier': tier,
  }
}

const eventSummaries: Record<WebhookEvent, string> = {
  'call.started': 'A call begins.',
  'call.completed': 'A call ends.',
  'call.failed': 'A call fails to connect.',
  'sms.sent': 'An SMS is sent.',
  'sms.delivered': 'An SMS is delivered.',
  'agent.created': 'An agent is created.',
  'agent.updated': 'An agent is updated.',
  'flow.created': 'A flow is created.',
  'flow.updated': 'A flow is updated.',
}

function webhookOf(event: WebhookEvent, components: Components): OpenApiDocument['webhooks'][string] {
  const name = event.split('.').map(capitalize).join('')
  const data = components.add(webhookData[event], `${name}Data`, 'output')
  components.schemas[`${name}Event`] = {
    type: 'object',
    description: `The event ${event}.`,
    properties: {
      event: { type: 'string', const: event, description: 'The kind of event.' },
      data: { ...data, description: 'What it is about.' },
    },
    required: ['event', 'data'],
  }
  return {
    post: {
      operationId: `on${name}`,
      summary: eventSummaries[event],
      description: 'Events may arrive twice, late or out of order.',
      parameters: [
        {
          name: signatureHeader,
          in: 'header',
          required: true,
          description: 'Lower-case hex HMAC-SHA-256 of the raw body under the webhook secret.',
          schema: { type: 'string', pattern: '^[0-9a-f]{64}$' },
          example: 'b7e1c0a5d2f4938e6a17c4b05d9e8f3210a6b7c8d9e0f1a2b3c4d5e6f7a8b9c0',
        },
      ],
      requestBody: {
        required: true,
        content: { 'application/json': withExample({ schema: refTo(`${name}Event`) }, components) },
      },
      responses: {
        '2XX': { description: 'The event is confirmed. After any other answer, or none, it is delivered again later.' },
        '4XX': { description: 'The event was refused, because its signature is wrong. It is delivered again later.' },
      },
      security: [{ webhookSignature: [] }],
    },
  }
}

const description = [
  'Every request carries the key in `x-api-key`. A request with a JSON body carries `Content-Type: application/json`; uploads are `multipart/form-data`.',
  'All keys of an organization share one request limit. Under the enterprise plan each tier is a bucket: standard holds 100 and refills 60 a minute, data-read holds 1,000 and refills 600 a minute; each successful request spends one, and failed requests are given back. The developer plan admits at most 60 requests in any 60 seconds, whatever their answers. Requests without a valid key and requests over the limit do not count.',
  'A refused request (status 400 to 429) has had no effect. Errors have a code for programs (ErrorCode) and a sentence for people. Send Call has a form of its own.',
  'Words such as states and codes may be added, and so may fields: ignore what is unknown. Times are ISO 8601; those of batches are epoch milliseconds. Phone numbers are in E.164 format.',
].join('\n\n')

/**
 * Generates the document.
 *
 * @param specificationOnly leaves out the extensions of interface section 7 and events
 * @returns a new OpenAPI 3.1 document
 */
export function openApiDocument(specificationOnly: boolean): OpenApiDocument {
  const components = createComponents()
  const paths: OpenApiDocument['paths'] = {}
  for (const [name, endpoint] of Object.entries(serviceEndpoints) as [ServiceEndpointName, EndpointDefinition][]) {
    if (specificationOnly && endpoint.extension !== undefined) continue
    const operations = (paths[endpoint.path] ??= {})
    operations[endpoint.method.toLowerCase()] = operationOf(name, endpoint, components)
  }
  for (const form of Object.values(errorForms)) components.add(form, exportedNames.get(form) ?? '', 'output')
  components.add(SmartCallback, 'SmartCallback', 'input')
  const usedTags = new Set(Object.keys(paths).map(tagOf))
  const events = specificationOnly ? [] : (Object.keys(webhookData) as WebhookEvent[])
  const webhooks = Object.fromEntries(events.map((event) => [event, webhookOf(event, components)]))
  return {
    openapi: '3.1.1',
    info: {
      title: 'Voice and Messaging Agent Service',
      version: '1',
      summary: 'A simulation: it places no real calls and sends no messages.',
      description,
      contact: { name: 'Whoever runs this service' },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    tags: [...usedTags].map((name) => ({ name, description: tags[name] ?? '' })),
    paths,
    webhooks,
    components: {
      schemas: { ...wordSchemas(), ...components.schemas },
      headers: {
        Simulation: { description: 'On every answer; marks it as simulated.', schema: { type: 'string' } },
        RetryAfter: {
          description: 'Seconds to wait. A request after that time is accepted again.',
          required: true,
          schema: { type: 'integer', minimum: 1 },
        },
        TotalCount: {
          description: 'How many records there are on all pages. An addition that clients may ignore.',
          schema: { type: 'integer', minimum: 0 },
        },
        NextPage: {
          description:
            'The path of the next page, with rel="next"; absent on the last one. An addition that clients may ignore.',
          schema: { type: 'string' },
        },
      },
      securitySchemes: {
        apiKey: { type: 'apiKey', in: 'header', name: headers.apiKey, description: 'The API key.' },
        ...(!specificationOnly && {
          webhookSignature: {
            type: 'apiKey' as const,
            in: 'header' as const,
            name: signatureHeader,
            description: 'The signature of the body under the webhook secret, which both sides know.',
          },
        }),
      },
    },
    'x-sentinels': sentinels,
  }
}
