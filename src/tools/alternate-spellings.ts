/**
 * `node src/tools/alternate-spellings.ts <address of a service> [port]`: starts a proxy that rewrites answers with the
 * alternate spellings of interface 8 and an additional field in every record, as a real deployment may. Requests pass unchanged.
 */
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type EndpointDefinition, type ServiceEndpointName, serviceEndpoints } from '#contract/index.ts'

type Fields = Record<string, unknown>
type Respell = (answer: Fields) => unknown

const isText = (value: unknown): value is string => typeof value === 'string'
/** Epoch seconds, with a fraction. */
const seconds = (value: unknown) => (isText(value) ? Date.parse(value) / 1000 : value)
const inSeconds = (ms: unknown) => (typeof ms === 'number' ? ms / 1000 : ms)
const fieldsOf = (value: unknown) => value as Fields
const each = (list: unknown, spell: Respell) => (list as Fields[]).map(spell)

const stamped = ({ createdAt, updatedAt, ...record }: Fields): Fields => ({
  ...record,
  createdAt: seconds(createdAt),
  updatedAt: seconds(updatedAt),
  /** A field that the interface does not define. */
  tenant: 'north',
})

const agent: Respell = ({ id, model, voice, phoneNumber, settings, ...rest }) => ({
  ...stamped(rest),
  _id: id,
  llmModel: model,
  ttsModel: voice,
  phoneNumbers: phoneNumber === null ? [] : [phoneNumber],
  settings: { emotion: 'calm', ...fieldsOf(settings) },
})
const flow: Respell = ({ id, agentId, flowData, settings, ...rest }) => ({
  ...stamped(rest),
  _id: id,
  agent: agentId === null ? null : { _id: agentId },
  ...fieldsOf(flowData),
  settings: { ambience: 'office', ...fieldsOf(settings) },
})
const conversation: Respell = ({ _id, messages, ...rest }) => ({
  conversation: {
    ...stamped(rest),
    id: _id,
    messages: each(messages, ({ _id, ...message }) => ({ ...stamped(message), id: _id })),
  },
})
const progress: Respell = ({ startTime, lastCompletedTime, completedTime, cancelled, recent_calls, ...rest }) => ({
  ...rest,
  startTime: inSeconds(startTime),
  lastCompletedTime: inSeconds(lastCompletedTime),
  completedTime: inSeconds(completedTime),
  ...(cancelled !== 0 && { cancelled }),
  recent_calls: each(recent_calls, ({ completedAt, ...call }) => ({ ...call, completedAt: inSeconds(completedAt) })),
})
const batchCall: Respell = ({ jobId, startTime, endTime, ...rest }) => ({
  ...rest,
  id: jobId,
  ...(startTime !== undefined && { startTime: inSeconds(startTime) }),
  ...(endTime !== undefined && { endTime: inSeconds(endTime) }),
})
const started: Respell = ({ batchId, ...rest }) => ({ ...rest, _id: batchId })

const answers: Partial<Record<ServiceEndpointName, Respell>> = {
  agentList: ({ agents, pagination }) => ({
    data: each(agents, agent),
    total: fieldsOf(pagination).total,
    limit: fieldsOf(pagination).limit,
    page: fieldsOf(pagination).page,
  }),
  agentShow: (answer) => ({ agent: agent(answer) }),
  agentCreate: ({ id, ...answer }) => ({ ...fieldsOf(agent(answer)), _id: undefined, agentId: id }),
  agentUpdate: agent,
  flowList: ({ flows, pagination }) => ({ items: each(flows, flow), pagination }),
  flowShow: flow,
  flowCreate: ({ id, ...answer }) => ({ ...fieldsOf(flow(answer)), _id: undefined, flowId: id }),
  flowUpdate: (answer) => ({ data: flow(answer) }),
  batchStart: started,
  batchShow: ({ id, progress: counts, timestamp, ...rest }) => ({
    ...rest,
    _id: id,
    ...fieldsOf(progress(fieldsOf(counts))),
    timestamp: inSeconds(timestamp),
  }),
  batchProgress: ({ status, isComplete, ...counts }) => ({ status, isComplete, progress: progress(counts) }),
  batchCallList: ({ calls, ...rest }) => ({ ...rest, results: each(calls, batchCall) }),
  batchCallShow: batchCall,
  batchCancel: started,
  conversationShow: conversation,
  activeCallShow: ({ participants, ...rest }) => ({
    data: {
      ...rest,
      participants: each(participants, ({ joinedAt, ...one }) => ({ ...one, joinedAt: seconds(joinedAt) })),
    },
  }),
}

const refused: Respell = ({ error }) =>
  typeof error === 'object' ? { error: fieldsOf(error).message, code: fieldsOf(error).code } : { message: error }

const patterns = (Object.entries(serviceEndpoints) as [ServiceEndpointName, EndpointDefinition][]).map(
  ([name, { method, path }]) => ({ name, method, path: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`) }),
)
const named = (method: string, path: string) =>
  patterns
    .toSorted((a, b) => b.path.source.length - a.path.source.length)
    .find((one) => one.method === method && one.path.test(path))?.name

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks)
}

function respell(name: ServiceEndpointName | undefined, status: number, text: string): string {
  if (!text.startsWith('{')) return text
  const spell = status >= 300 ? refused : name && answers[name]
  return spell ? JSON.stringify(spell(JSON.parse(text) as Fields)) : text
}

/** Starts the proxy. @returns its address, and a function that closes it */
export async function startAlternateSpellings(serviceUrl: string, port = 0) {
  const server = createServer(async (request, response) => {
    const { method = 'GET', url = '/', headers } = request
    const body = await bodyOf(request)
    const sent = ['x-api-key', 'x-workspace-id', 'content-type', 'user-agent'].flatMap((name) => {
      const value = headers[name]
      return isText(value) ? [[name, value] as [string, string]] : []
    })
    const answer = await fetch(serviceUrl + url, { method, headers: sent, ...(body.length > 0 && { body }) })
    const text = respell(named(method, url.split('?')[0] ?? ''), answer.status, await answer.text())
    const kept = ['content-type', 'content-disposition', 'retry-after', 'x-simulation'].flatMap((name) => {
      const value = answer.headers.get(name)
      return value === null ? [] : [[name, value] as [string, string]]
    })
    response.writeHead(answer.status, Object.fromEntries(kept)).end(text)
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
