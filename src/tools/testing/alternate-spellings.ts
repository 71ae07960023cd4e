/**
 * `node src/tools/testing/alternate-spellings.ts <URL of a service> [port]`: starts a proxy that rewrites the service's answers with the alternate
 * spellings of section 8 of the interface, and adds a field to every record, as a real deployment may. Requests are not changed.
 */
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type EndpointDefinition, type ServiceEndpointName, serviceEndpoints } from '#contract/index.ts'

type Fields = Record<string, unknown>
type SpellingChange = (answer: Fields) => unknown

const isText = (value: unknown): value is string => typeof value === 'string'
/** Converts ISO 8601 to epoch seconds, with a fraction. */
const toEpochSeconds = (value: unknown) => (isText(value) ? Date.parse(value) / 1000 : value)
const msToSeconds = (ms: unknown) => (typeof ms === 'number' ? ms / 1000 : ms)
const fieldsOf = (value: unknown) => value as Fields
const respellEach = (list: unknown, respell: SpellingChange) => (list as Fields[]).map(respell)

const respellRecord = ({ createdAt, updatedAt, ...record }: Fields): Fields => ({
  ...record,
  createdAt: toEpochSeconds(createdAt),
  updatedAt: toEpochSeconds(updatedAt),
  /** A field that the interface does not define. */
  tenant: 'north',
})

const respellAgent: SpellingChange = ({ id, model, voice, phoneNumber, settings, ...rest }) => ({
  ...respellRecord(rest),
  _id: id,
  llmModel: model,
  ttsModel: voice,
  phoneNumbers: phoneNumber === null ? [] : [phoneNumber],
  settings: { emotion: 'calm', ...fieldsOf(settings) },
})
const respellFlow: SpellingChange = ({ id, agentId, flowData, settings, ...rest }) => ({
  ...respellRecord(rest),
  _id: id,
  agent: agentId === null ? null : { _id: agentId },
  ...fieldsOf(flowData),
  settings: { ambience: 'office', ...fieldsOf(settings) },
})
const respellConversation: SpellingChange = ({ _id, messages, ...rest }) => ({
  conversation: {
    ...respellRecord(rest),
    id: _id,
    messages: respellEach(messages, ({ _id, ...message }) => ({ ...respellRecord(message), id: _id })),
  },
})
const respellProgress: SpellingChange = ({
  startTime,
  lastCompletedTime,
  completedTime,
  cancelled,
  recent_calls,
  ...rest
}) => ({
  ...rest,
  startTime: msToSeconds(startTime),
  lastCompletedTime: msToSeconds(lastCompletedTime),
  completedTime: msToSeconds(completedTime),
  ...(cancelled !== 0 && { cancelled }),
  recent_calls: respellEach(recent_calls, ({ completedAt, ...call }) => ({
    ...call,
    completedAt: msToSeconds(completedAt),
  })),
})
const respellBatchCall: SpellingChange = ({ jobId, startTime, endTime, ...rest }) => ({
  ...rest,
  id: jobId,
  ...(startTime !== undefined && { startTime: msToSeconds(startTime) }),
  ...(endTime !== undefined && { endTime: msToSeconds(endTime) }),
})
const respellStartedBatch: SpellingChange = ({ batchId, ...rest }) => ({ ...rest, _id: batchId })

const respellByEndpoint: Partial<Record<ServiceEndpointName, SpellingChange>> = {
  agentList: ({ agents, pagination }) => ({
    data: respellEach(agents, respellAgent),
    total: fieldsOf(pagination).total,
    limit: fieldsOf(pagination).limit,
    page: fieldsOf(pagination).page,
  }),
  agentShow: (answer) => ({ agent: respellAgent(answer) }),
  agentCreate: ({ id, ...answer }) => ({ ...fieldsOf(respellAgent(answer)), _id: undefined, agentId: id }),
  agentUpdate: respellAgent,
  flowList: ({ flows, pagination }) => ({ items: respellEach(flows, respellFlow), pagination }),
  flowShow: respellFlow,
  flowCreate: ({ id, ...answer }) => ({ ...fieldsOf(respellFlow(answer)), _id: undefined, flowId: id }),
  flowUpdate: (answer) => ({ data: respellFlow(answer) }),
  batchStart: respellStartedBatch,
  batchShow: ({ id, progress: counts, timestamp, ...rest }) => ({
    ...rest,
    _id: id,
    ...fieldsOf(respellProgress(fieldsOf(counts))),
    timestamp: msToSeconds(timestamp),
  }),
  batchProgress: ({ status, isComplete, ...counts }) => ({ status, isComplete, progress: respellProgress(counts) }),
  batchCallList: ({ calls, ...rest }) => ({ ...rest, results: respellEach(calls, respellBatchCall) }),
  batchCallShow: respellBatchCall,
  batchCancel: respellStartedBatch,
  conversationShow: respellConversation,
  activeCallShow: ({ participants, ...rest }) => ({
    data: {
      ...rest,
      participants: respellEach(participants, ({ joinedAt, ...person }) => ({
        ...person,
        joinedAt: toEpochSeconds(joinedAt),
      })),
    },
  }),
}

const respellRefusal: SpellingChange = ({ error }) =>
  typeof error === 'object' ? { error: fieldsOf(error).message, code: fieldsOf(error).code } : { message: error }

const endpointPatterns = (Object.entries(serviceEndpoints) as [ServiceEndpointName, EndpointDefinition][]).map(
  ([name, { method, path }]) => ({ name, method, path: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`) }),
)
const findEndpoint = (method: string, path: string) =>
  endpointPatterns
    .toSorted((a, b) => b.path.source.length - a.path.source.length)
    .find((pattern) => pattern.method === method && pattern.path.test(path))?.name

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks)
}

function respellAnswer(name: ServiceEndpointName | undefined, status: number, text: string): string {
  if (!text.startsWith('{')) return text
  const respell = status >= 300 ? respellRefusal : name && respellByEndpoint[name]
  return respell ? JSON.stringify(respell(JSON.parse(text) as Fields)) : text
}

/** Starts the proxy. @returns its URL, and a function that closes it */
export async function startAlternateSpellings(serviceUrl: string, port = 0) {
  const server = createServer(async (request, response) => {
    const { method = 'GET', url = '/', headers } = request
    const body = await readBody(request)
    const forwardedHeaders = ['x-api-key', 'x-workspace-id', 'content-type', 'user-agent'].flatMap((name) => {
      const value = headers[name]
      return isText(value) ? [[name, value] as [string, string]] : []
    })
    const answer = await fetch(serviceUrl + url, {
      method,
      headers: forwardedHeaders,
      ...(body.length > 0 && { body }),
    })
    const text = respellAnswer(findEndpoint(method, url.split('?')[0] ?? ''), answer.status, await answer.text())
    const answerHeaders = ['content-type', 'content-disposition', 'retry-after', 'x-simulation'].flatMap((name) => {
      const value = answer.headers.get(name)
      return value === null ? [] : [[name, value] as [string, string]]
    })
    response.writeHead(answer.status, Object.fromEntries(answerHeaders)).end(text)
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

if (import.meta.main) {
  const [, , serviceUrl = '', port = '0'] = process.argv
  console.log((await startAlternateSpellings(serviceUrl, Number(port))).url)
}
