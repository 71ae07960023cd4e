/**
 * Generates the service's OpenAPI document from the contract. `/openapi.json` serves it, and the reference page renders it.
 */
import {
  type EndpointDefinition,
  errorForms,
  headers,
  idPattern,
  type ServiceEndpointName,
  serviceEndpoints,
  signatureHeader,
  type WebhookEvent,
  webhookData,
} from '#contract/index.ts'
import { sentinels } from '../sentinels/sentinels.ts'
import {
  type Components,
  capitalize,
  createComponents,
  exportedNames,
  refTo,
  toInlineSchema,
  type ZodSchema,
} from './openapi-schemas.ts'
import type { Content, OpenApiDocument, Operation, Parameter, Schema } from './openapi-types.ts'

/** `/v1/api/batch-calls/…` → Batch calls. */
const tagOf = (path: string): string => {
  const word = /^\/(?:api\/v1|v1\/api|v2\/api)\/([\w-]+)/.exec(path)?.[1] ?? 'other'
  return capitalize(word === 'omni-flow-agents' ? 'messaging agents' : word.replaceAll('-', ' '))
}

const statusDescriptions: Record<string, string> = {
  200: 'Success',
  400: 'The request is not valid. It had no effect.',
  401: 'The API key is missing or unknown. The request had no effect.',
  403: 'The API key may not use this workspace. The request had no effect.',
  404: 'The record does not exist or belongs to another organization or workspace. The request had no effect.',
  429: 'The organization’s request limit is used up. The request had no effect. Try again after the time in Retry-After.',
  500: 'Server error',
}

function parametersOf({ path, query, workspace }: EndpointDefinition): Parameter[] {
  const pathParameters = [...path.matchAll(/\{(\w+)\}/g)].map(
    ([, name = '']): Parameter => ({
      name,
      in: 'path',
      required: true,
      description: `Identifies the ${name
        .replace(/Id$/, '')
        .replaceAll(/([A-Z])/g, ' $1')
        .toLowerCase()}.`,
      schema: { type: 'string', pattern: idPattern.source },
    }),
  )
  const header: Parameter = {
    name: headers.workspace,
    in: 'header',
    required: true,
    description: 'The workspace.',
    schema: { type: 'string' },
  }
  // The output schema has the parsed types; the input schema has the required fields.
  const { properties = {} } = query === undefined ? {} : toInlineSchema(query as ZodSchema, 'output')
  const { required = [] } = query === undefined ? {} : toInlineSchema(query as ZodSchema, 'input')
  const queryParameters = Object.entries(properties).map(
    ([name, schema]): Parameter => ({
      name,
      in: 'query',
      required: required.includes(name),
      description: '',
      schema,
    }),
  )
  return [...pathParameters, ...(workspace ? [header] : []), ...queryParameters]
}

/** The error statuses of an endpoint, apart from those that sentinels force. */
const errorStatusesOf = ({ path, workspace, body, upload }: EndpointDefinition): string[] => [
  '400',
  '401',
  ...(workspace ? ['403'] : []),
  ...(path.includes('{') || body !== undefined || upload !== undefined ? ['404'] : []),
  '429',
  '500',
]

const generalError = exportedNames.get(errorForms.general) ?? ''
const sendCallError = exportedNames.get(errorForms.sendCall) ?? ''
const rateLimitError = exportedNames.get(errorForms.rateLimit) ?? ''

/** The body of an error answer (interface section 6). */
function errorContentOf({ errorForm }: EndpointDefinition, status: string): Content {
  if (status === '429') return { content: { 'application/problem+json': { schema: refTo(rateLimitError) } } }
  const isSendCallForm = errorForm === 'sendCall' && ['400', '404', '500'].includes(status)
  // Send Call answers a malformed number in the general form.
  const schema = !isSendCallForm
    ? refTo(generalError)
    : status === '400'
      ? { anyOf: [refTo(sendCallError), refTo(generalError)] }
      : refTo(sendCallError)
  return { content: { 'application/json': { schema } } }
}

const simulationHeader = { [headers.simulation]: { $ref: '#/components/headers/Simulation' } }

function operationOf(
  name: ServiceEndpointName,
  endpoint: EndpointDefinition,
  { requestSchemas, answerSchemas }: { requestSchemas: Components; answerSchemas: Components },
): Operation {
  const { summary, section, tier, extension, body, upload, response, path } = endpoint
  const answer: Content =
    response === undefined
      ? { content: { 'text/csv': { schema: { type: 'string' } } } }
      : {
          content: {
            'application/json': { schema: answerSchemas.ref(response as ZodSchema, `${capitalize(name)}Answer`) },
          },
        }
  const form = upload === undefined ? null : toInlineSchema(upload as ZodSchema, 'input')
  const file: Schema = { type: 'string', format: 'binary', description: 'A CSV file, at most 20 MB and 50,000 rows.' }
  const request: Content | null =
    form !== null
      ? {
          content: {
            'multipart/form-data': {
              schema: {
                type: 'object',
                properties: { file, ...form.properties },
                required: ['file', ...(form.required ?? [])],
                additionalProperties: false,
              },
            },
          },
        }
      : body === undefined
        ? null
        : {
            content: {
              'application/json': { schema: requestSchemas.ref(body as ZodSchema, `${capitalize(name)}Body`) },
            },
          }
  const errors = errorStatusesOf(endpoint).map((status) => [
    status,
    {
      description: statusDescriptions[status] ?? '',
      headers: {
        ...simulationHeader,
        ...(status === '429' && { 'retry-after': { $ref: '#/components/headers/RetryAfter' } }),
      },
      ...errorContentOf(endpoint, status),
    },
  ])
  return {
    operationId: name,
    summary,
    description: extension === undefined ? `Serves ${section}.` : `An extension that is not part of the specification.`,
    tags: [tagOf(path)],
    parameters: parametersOf(endpoint),
    ...(request !== null && { requestBody: { required: true, ...request } }),
    responses: {
      200: { description: statusDescriptions[200] ?? '', headers: simulationHeader, ...answer },
      ...(Object.fromEntries(errors) as Operation['responses']),
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

const webhookOf = (event: WebhookEvent): OpenApiDocument['webhooks'][string] => ({
  post: {
    operationId: `on${event.split('.').map(capitalize).join('')}`,
    summary: eventSummaries[event],
    description: 'Events may arrive twice, late or out of order.',
    parameters: [
      {
        name: signatureHeader,
        in: 'header',
        required: true,
        description: 'Lower-case hex HMAC-SHA-256 of the raw body under the webhook secret.',
        schema: { type: 'string', pattern: '^[0-9a-f]{64}$' },
      },
    ],
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: {
            type: 'object',
            properties: { event: { const: event }, data: toInlineSchema(webhookData[event], 'output') },
            required: ['event', 'data'],
          },
        },
      },
    },
    responses: {
      200: { description: 'The event is confirmed. After any other answer, or none, it is delivered again later.' },
    },
  },
})

const description = [
  'Every request carries the key in `x-api-key`. A request with a JSON body carries `Content-Type: application/json`; uploads are `multipart/form-data`.',
  'All keys of an organization share one request limit. Under the enterprise plan each tier is a bucket: standard holds 100 and refills 60 a minute, data-read holds 1,000 and refills 600 a minute; each successful request spends one, and failed requests are given back. The developer plan admits at most 60 requests in any 60 seconds, whatever their answers. Requests without a valid key and requests over the limit do not count.',
  'A refused request (status 400 to 429) has had no effect.',
].join('\n\n')

/**
 * Generates the document.
 *
 * @param specificationOnly leaves out the extensions of interface section 7 and events
 * @returns a new OpenAPI 3.1 document
 */
export function openApiDocument(specificationOnly: boolean): OpenApiDocument {
  const requestSchemas = createComponents('input')
  const answerSchemas = createComponents('output')
  const paths: OpenApiDocument['paths'] = {}
  for (const [name, endpoint] of Object.entries(serviceEndpoints) as [ServiceEndpointName, EndpointDefinition][]) {
    if (specificationOnly && endpoint.extension !== undefined) continue
    const operations = (paths[endpoint.path] ??= {})
    operations[endpoint.method.toLowerCase()] = operationOf(name, endpoint, { requestSchemas, answerSchemas })
  }
  for (const form of Object.values(errorForms)) answerSchemas.ref(form, '')
  const tags = new Set(Object.keys(paths).map(tagOf))
  const events = specificationOnly ? [] : (Object.keys(webhookData) as WebhookEvent[])
  return {
    openapi: '3.1.1',
    info: {
      title: 'Voice and Messaging Agent Service',
      version: '1',
      summary: 'A simulation: it places no real calls and sends no messages.',
      description,
    },
    servers: [{ url: '/' }],
    tags: [...tags].map((name) => ({ name })),
    paths,
    webhooks: Object.fromEntries(events.map((event) => [event, webhookOf(event)])),
    components: {
      schemas: { ...requestSchemas.schemas(), ...answerSchemas.schemas() },
      headers: {
        Simulation: { description: 'On every answer; marks it as simulated.', schema: { type: 'string' } },
        RetryAfter: { description: 'Seconds to wait.', schema: { type: 'integer', minimum: 1 } },
      },
      securitySchemes: {
        apiKey: { type: 'apiKey', in: 'header', name: headers.apiKey, description: 'The API key.' },
      },
    },
    'x-sentinels': sentinels,
  }
}
