/** For tests of review: a service with conversations and drafts, and the actions of reviewers. */
import { type Decision, type Draft, textHash } from '#contract/index.ts'
import {
  afterwards,
  type openBrowser,
  placed,
  type Received,
  type Script,
  startScriptedService,
  world,
} from './testing.ts'

interface Message {
  _id: string
  direction: string
  sent: boolean
  message: string
  status: string
  createdAt: string
  updatedAt: string
}

export const draftText = 'Your visit is on Monday.'
const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 10, minute)).toISOString()
const message = (_id: string, minute: number, more: Partial<Message>): Message => ({
  _id,
  direction: 'outbound',
  sent: false,
  message: draftText,
  status: 'pending',
  createdAt: at(minute),
  updatedAt: at(minute),
  ...more,
})

/** A fault for an action, such as a lost answer; 'ordinary': none. */
type Fault = (action: string) => ReturnType<Script> | 'ordinary'

/** Conversations c1, c2, … each with a question from the customer and a draft of the answer (m1, m2, …). */
export function correspondence(count: number, { listed = true } = {}) {
  const conversations = Array.from({ length: count }, (_, index) => ({
    _id: `c${index + 1}`,
    agentId: 'a1',
    pathwayId: 'f1',
    customer: { name: `Customer ${index + 1}`, email: null, phone: '+14155550134' },
    messages: [
      message(`q${index + 1}`, index, { direction: 'inbound', sent: true, message: 'When?', status: 'received' }),
      message(`m${index + 1}`, index + 1, {}),
    ],
    createdAt: at(0),
    updatedAt: at(index + 1),
  }))
  const state = { fault: (() => 'ordinary') as Fault }
  const find = (id: string) => conversations.find(({ _id }) => _id === id)

  function act(path: string, body: string): ReturnType<Script> {
    const [, , , , conversationId = '', , messageId] = path.split('/')
    const conversation = find(conversationId)
    const draft = conversation?.messages.find(({ _id }) => _id === messageId)
    const { action, editedMessage = '' } = (
      JSON.parse(body) as { metadata: { action: string; editedMessage?: string } }
    ).metadata
    if (!conversation || !draft) return undefined
    const before = state.fault(action)
    if (before !== 'ordinary' && before !== 'lost') return before
    if (!['pending', ''].includes(draft.status))
      return { status: 400, body: { error: { code: 'invalid_state', message: `It is ${draft.status}.` } } }
    if (action === 'Approve') Object.assign(draft, { status: 'approved', sent: true })
    if (action === 'Reject') Object.assign(draft, { status: 'rejected' })
    if (action === 'Edit') Object.assign(draft, { message: editedMessage })
    if (before === 'lost') return 'lost'
    return { body: { status: 'success', message: { ...draft, to: conversation.customer.phone, timestamp: at(30) } } }
  }

  const script: Script = ({ method, path, body }) => {
    if (method === 'POST' && path.endsWith('/action')) return act(path, body)
    if (path === '/v1/api/conversations') return listed ? { body: conversations } : undefined
    const found = /^\/v1\/api\/conversations\/(\w+)$/.exec(path)
    const conversation = method === 'GET' && found ? find(found[1] ?? '') : undefined
    return conversation && { body: conversation }
  }
  return {
    script,
    customer: (id: string): { phone: string | null; email: string | null } =>
      find(id)?.customer as { phone: string | null; email: string | null },
    draft: (id: string) => find(id)?.messages.find(({ direction }) => direction === 'outbound') as Message,
    customerWrites: (id: string) =>
      void find(id)?.messages.push(message(`n${id}`, 20, { direction: 'inbound', sent: true, status: 'received' })),
    customerIsSilent: (id: string) => void find(id)?.messages.shift(),
    injectFault: (accident: Fault) => {
      state.fault = accident
    },
  }
}

/** Starts a service with two drafts that also accepts calls and cancels. */
export async function startCorrespondence() {
  const letters = correspondence(2)
  const cancelled = { batchId: 'b1', status: 'cancelled', message: '', details: {} }
  const script: Script = (received) =>
    letters.script(received) ??
    (received.method === 'DELETE'
      ? { body: cancelled }
      : received.path === '/api/v1/calls/call'
        ? { body: placed }
        : undefined)
  const service = await startScriptedService(script)
  afterwards(service.close)
  /** Paths of the received commands. */
  const commands = () => service.received.filter(({ method }) => method !== 'GET').map(({ path }) => path)
  return { service, commands }
}

type Browser = ReturnType<typeof openBrowser>

/** Starts a scripted service with drafts and a gateway, with Priya as reviewer and Grace as administrator. */
export async function reviewWorld(count = 1, more: Parameters<typeof world>[1] & { listed?: boolean } = {}) {
  const letters = correspondence(count, more)
  const { service, grace, browser, gateway } = await world(letters.script, more)
  const priya = await browser().land('ready-reviewer')
  const actions = () =>
    service.asked('POST', '/v1/api/conversations').map(({ body }: Received) => JSON.parse(body) as { metadata: object })
  return { letters, service, gateway, browser, grace, priya, actions }
}

/** Decides about the draft of a conversation, by default `c1`, without an undo window. */
export async function decide(person: Browser, more: Record<string, unknown> = {}, key: string = crypto.randomUUID()) {
  const { id = '1', text = draftText, ...rest } = more as { id?: string; text?: string }
  const body = {
    conversationId: `c${id}`,
    messageId: `m${id}`,
    action: 'Approve',
    textHash: await textHash(text),
    lastInbound: `q${id}`,
    holdSeconds: 0,
    ...rest,
  }
  return person.post('/gateway/decisions', body, { key })
}

export const queueOf = async (person: Browser) =>
  (await person.get('/gateway/review-queue')).json as unknown as {
    drafts: Draft[]
    readAt: number | null
    watching: number
    listed: boolean
  }
export const decisionsOf = async (person: Browser) =>
  ((await person.get('/gateway/decisions')).json as unknown as { decisions: Decision[] }).decisions
/** @returns the latest decision */
export const latest = async (person: Browser): Promise<Decision | undefined> => (await decisionsOf(person))[0]
