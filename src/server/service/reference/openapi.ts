/**
 * The OpenAPI document of the service, made from the contract: what an endpoint takes and answers is written there and nowhere
 * else. `/openapi.json` answers it, and the reference page is made from it.
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
  capital,
  createComponents,
  exported,
  inline,
  refTo,
  type ZodSchema,
} from './openapi-schemas.ts'
import type { Content, OpenApiDocument, Operation, Parameter, Schema } from './openapi-types.ts'

/** `/v1/api/batch-calls/…` → Batch calls. */
const tagOf = (path: string): string => {
  const word = /^\/(?:api\/v1|v1\/api|v2\/api)\/([\w-]+)/.exec(path)?.[1] ?? 'other'
  return capital(word === 'omni-flow-agents' ? 'messaging agents' : word.replaceAll('-', ' '))
}

const meanings: Record<string, string> = {
  200: 'Success',
  400: 'Bad request. It had no effect.',
  401: 'The key is missing or unknown. It had no effect.',
  403: 'The key may not use this workspace. It had no effect.',
  404: 'It does not exist, or belongs to others. It had no effect.',
  429: 'The request limit of the organization is used up. It had no effect; it is accepted again after the indicated wait.',
  500: 'Server error',
}

function parametersOf({ path, query, workspace }: EndpointDefinition): Parameter[] {
  const named = [...path.matchAll(/\{(\w+)\}/g)].map(
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
  // What a value must be is known once it is parsed; whether it must be there, before.
  const { properties = {} } = query === undefined ? {} : inline(query as ZodSchema, 'output')
  const { required = [] } = query === undefined ? {} : inline(query as ZodSchema, 'input')
  const words = Object.entries(properties).map(
    ([name, schema]): Parameter => ({
      name,
      in: 'query',
      required: required.includes(name),
      description: '',
      schema,
    }),
  )
  return [...named, ...(workspace ? [header] : []), ...words]
}

/** The statuses that an endpoint may answer with, besides 200 and sentinels. */
const refusalsOf = ({ path, workspace, body, upload }: EndpointDefinition): string[] => [
  '400',
  '401',
  ...(workspace ? ['403'] : []),
  ...(path.includes('{') || body !== undefined || upload !== undefined ? ['404'] : []),
  '429',
  '500',
]

const general = exported.get(errorForms.general) ?? ''
const sendCall = exported.get(errorForms.sendCall) ?? ''
const rateLimit = exported.get(errorForms.rateLimit) ?? ''

/** Which form a refusal has (interface 6). */
function errorOf({ errorForm }: EndpointDefinition, status: string): Content {
  if (status === '429') return { content: { 'application/problem+json': { schema: refTo(rateLimit) } } }
  const own = errorForm === 'sendCall' && ['400', '404', '500'].includes(status)
  // A number that is malformed is refused in the general form also by Send Call.
  const schema = !own
    ? refTo(general)
    : status === '400'
      ? { anyOf: [refTo(sendCall), refTo(general)] }
      : refTo(sendCall)
  return { content: { 'application/json': { schema } } }
}

const simulation = { [headers.simulation]: { $ref: '#/components/headers/Simulation' } }

function operationOf(
  name: ServiceEndpointName,
  endpoint: EndpointDefinition,
  { sent, answered }: { sent: Components; answered: Components },
): Operation {
  const { summary, section, tier, extension, body, upload, response, path } = endpoint
  const answer: Content =
    response === undefined
      ? { content: { 'text/csv': { schema: { type: 'string' } } } }
      : { content: { 'application/json': { schema: answered.ref(response as ZodSchema, `${capital(name)}Answer`) } } }
  const form = upload === undefined ? null : inline(upload as ZodSchema, 'input')
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
        : { content: { 'application/json': { schema: sent.ref(body as ZodSchema, `${capital(name)}Body`) } } }
  const refusals = refusalsOf(endpoint).map((status) => [
    status,
    {
      description: meanings[status] ?? '',
      headers: {
        ...simulation,
        ...(status === '429' && { 'retry-after': { $ref: '#/components/headers/RetryAfter' } }),
      },
      ...errorOf(endpoint, status),
    },
  ])
  return {
    operationId: name,
    summary,
    description: extension === undefined ? `Serves ${section}.` : `An extension: the specification does not have it.`,
    tags: [tagOf(path)],
    parameters: parametersOf(endpoint),
    ...(request !== null && { requestBody: { required: true, ...request } }),
    responses: {
      200: { description: meanings[200] ?? '', headers: simulation, ...answer },
      ...(Object.fromEntries(refusals) as Operation['responses']),
    },
    security: [{ apiKey: [] }],
    ...(extension !== undefined && { 'x-extension': extension }),
    'x-section': section,
    'x-tier': tier,
  }
}

const eventMeanings: Record<WebhookEvent, string> = {
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
    operationId: `on${event.split('.').map(capital).join('')}`,
    summary: eventMeanings[event],
    description: 'A delivery may come twice, late or out of order.',
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
            properties: { event: { const: event }, data: inline(webhookData[event], 'output') },
            required: ['event', 'data'],
          },
        },
      },
    },
    responses: { 200: { description: 'Taken. Any other answer, or none, is tried again later.' } },
  },
})

const description = [
  'Every request carries the key in `x-api-key`. A request with a JSON body carries `Content-Type: application/json`; uploads are `multipart/form-data`.',
  'All keys of an organization share one request limit. Under the enterprise plan each tier is a bucket: standard holds 100 and refills 60 a minute, data-read holds 1,000 and refills 600 a minute; each successful request spends one, and what is refused is given back. Under the developer plan no 60 seconds hold more than 60 requests, whatever their answer. A request without a valid key, and one that is refused for the limit, cost nothing.',
  'A request that is refused has had no effect.',
].join('\n\n')

/**
 * The document.
 *
 * @param specificationOnly without the extensions of interface 7 and without events
 * @returns an OpenAPI 3.1 document, made anew at each call
 */
export function openApiDocument(specificationOnly: boolean): OpenApiDocument {
  const sent = createComponents('input')
  const answered = createComponents('output')
  const paths: OpenApiDocument['paths'] = {}
  for (const [name, endpoint] of Object.entries(serviceEndpoints) as [ServiceEndpointName, EndpointDefinition][]) {
    if (specificationOnly && endpoint.extension !== undefined) continue
    const operations = (paths[endpoint.path] ??= {})
    operations[endpoint.method.toLowerCase()] = operationOf(name, endpoint, { sent, answered })
  }
  for (const form of Object.values(errorForms)) answered.ref(form, '')
  const tags = new Set(Object.keys(paths).map(tagOf))
  const events = specificationOnly ? [] : (Object.keys(webhookData) as WebhookEvent[])
  return {
    openapi: '3.1.1',
    info: {
      title: 'Voice and Messaging Agent Service',
      version: '1',
      summary: 'A simulation: no telephone rings and no message leaves this machine.',
      description,
    },
    servers: [{ url: '/' }],
    tags: [...tags].map((name) => ({ name })),
    paths,
    webhooks: Object.fromEntries(events.map((event) => [event, webhookOf(event)])),
    components: {
      schemas: { ...sent.schemas(), ...answered.schemas() },
      headers: {
        Simulation: { description: 'On every answer: this is a simulation.', schema: { type: 'string' } },
        RetryAfter: { description: 'Seconds to wait.', schema: { type: 'integer', minimum: 1 } },
      },
      securitySchemes: {
        apiKey: { type: 'apiKey', in: 'header', name: headers.apiKey, description: 'The API key.' },
      },
    },
    'x-sentinels': sentinels,
  }
}
