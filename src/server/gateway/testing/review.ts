/** For tests of the review: a scripted service with conversations and drafts, and a reviewer's requests. */
import { type Decision, type Draft, textHash } from '#contract/index.ts'
import {
  afterTest,
  type openBrowser,
  placedCallAnswer,
  type ReceivedRequest,
  type Script,
  startGatewayWithService,
  startScriptedService,
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
const timeAt = (minute: number) => new Date(Date.UTC(2026, 10, 20, 10, minute)).toISOString()
const createMessage = (_id: string, minute: number, fields: Partial<Message>): Message => ({
  _id,
  direction: 'outbound',
  sent: false,
  message: draftText,
  status: 'pending',
  createdAt: timeAt(minute),
  updatedAt: timeAt(minute),
  ...fields,
})

/** Returns the faulty behaviour of the service for an action, such as a lost answer. `ordinary`: no fault. */
type Fault = (action: string) => ReturnType<Script> | 'ordinary'

/**
 * Scripts a service with conversations c1, c2, … Each has a question from the customer (q1, q2, …) and a draft of the answer (m1, m2, …).
 *
 * @param listed whether the service has a list of conversations
 */
export function scriptDrafts(count: number, { listed = true } = {}) {
  const conversations = Array.from({ length: count }, (_, index) => ({
    _id: `c${index + 1}`,
    agentId: 'a1',
    pathwayId: 'f1',
    customer: { name: `Customer ${index + 1}`, email: null, phone: '+14155550134' },
    messages: [
      createMessage(`q${index + 1}`, index, { direction: 'inbound', sent: true, message: 'When?', status: 'received' }),
      createMessage(`m${index + 1}`, index + 1, {}),
    ],
    createdAt: timeAt(0),
    updatedAt: timeAt(index + 1),
  }))
  const state = { fault: (() => 'ordinary') as Fault }
  const find = (id: string) => conversations.find(({ _id }) => _id === id)

  function handleAction(path: string, body: string): ReturnType<Script> {
    const [, , , , conversationId = '', , messageId] = path.split('/')
    const conversation = find(conversationId)
    const draft = conversation?.messages.find(({ _id }) => _id === messageId)
    const { action, editedMessage = '' } = (
      JSON.parse(body) as { metadata: { action: string; editedMessage?: string } }
    ).metadata
    if (!conversation || !draft) return undefined
    const fault = state.fault(action)
    if (fault !== 'ordinary' && fault !== 'lost') return fault
    if (!['pending', ''].includes(draft.status))
      return { status: 400, body: { error: { code: 'invalid_state', message: `It is ${draft.status}.` } } }
    if (action === 'Approve') Object.assign(draft, { status: 'approved', sent: true })
    if (action === 'Reject') Object.assign(draft, { status: 'rejected' })
    if (action === 'Edit') Object.assign(draft, { message: editedMessage })
    if (fault === 'lost') return 'lost'
    return {
      body: { status: 'success', message: { ...draft, to: conversation.customer.phone, timestamp: timeAt(30) } },
    }
  }

  const script: Script = ({ method, path, body }) => {
    if (method === 'POST' && path.endsWith('/action')) return handleAction(path, body)
    if (path === '/v1/api/conversations') return listed ? { body: conversations } : undefined
    const match = /^\/v1\/api\/conversations\/(\w+)$/.exec(path)
    const conversation = method === 'GET' && match ? find(match[1] ?? '') : undefined
    return conversation && { body: conversation }
  }
  return {
    script,
    customer: (id: string): { phone: string | null; email: string | null } =>
      find(id)?.customer as { phone: string | null; email: string | null },
    draft: (id: string) => find(id)?.messages.find(({ direction }) => direction === 'outbound') as Message,
    addCustomerMessage: (id: string) =>
      void find(id)?.messages.push(
        createMessage(`n${id}`, 20, { direction: 'inbound', sent: true, status: 'received' }),
      ),
    addDraft: (id: string) => void find(id)?.messages.push(createMessage(`d${id}`, 20, {})),
    removeQuestion: (id: string) => void find(id)?.messages.shift(),
    injectFault: (fault: Fault) => {
      state.fault = fault
    },
  }
}

/** Starts a service with two drafts that also accepts calls and the cancelling of a batch. */
export async function startServiceWithDrafts() {
  const scriptedDrafts = scriptDrafts(2)
  const cancelled = { batchId: 'b1', status: 'cancelled', message: '', details: {} }
  const script: Script = (received) =>
    scriptedDrafts.script(received) ??
    (received.method === 'DELETE'
      ? { body: cancelled }
      : received.path === '/api/v1/calls/call'
        ? { body: placedCallAnswer }
        : undefined)
  const service = await startScriptedService(script)
  afterTest(service.close)
  /** @returns the paths of the received commands */
  const commands = () => service.received.filter(({ method }) => method !== 'GET').map(({ path }) => path)
  return { service, commands }
}

type Browser = ReturnType<typeof openBrowser>

/** Starts a service with drafts, and a gateway in which Priya is a reviewer and Grace is an administrator. */
export async function startGatewayWithDrafts(
  count = 1,
  options: Parameters<typeof startGatewayWithService>[1] & { listed?: boolean } = {},
) {
  const scriptedDrafts = scriptDrafts(count, options)
  const { service, grace, browser, gateway } = await startGatewayWithService(scriptedDrafts.script, options)
  const priya = await browser().signInAsDemo('ready-reviewer')
  /** @returns the bodies of the message actions that the service received */
  const actions = () =>
    service
      .requestsTo('POST', '/v1/api/conversations')
      .map(({ body }: ReceivedRequest) => JSON.parse(body) as { metadata: object })
  return { scriptedDrafts, service, gateway, browser, grace, priya, actions }
}

/**
 * Sends a decision about a draft, without an undo window.
 *
 * @param fields `id`: the conversation's number, by default 1; `text`: the draft's text that the reviewer saw;
 *   `workspace`: its ID; other fields of the request
 */
export async function postDecision(
  person: Browser,
  fields: Record<string, unknown> = {},
  key: string = crypto.randomUUID(),
) {
  const {
    id = '1',
    text = draftText,
    workspace,
    ...rest
  } = fields as { id?: string; text?: string; workspace?: string }
  const body = {
    conversationId: `c${id}`,
    messageId: `m${id}`,
    action: 'Approve',
    textHash: await textHash(text),
    lastInbound: `q${id}`,
    holdSeconds: 0,
    ...rest,
  }
  return person.post('/gateway/decisions', body, {
    key,
    ...(workspace && { headers: { 'x-workspace-id': workspace } }),
  })
}

export const readQueue = async (person: Browser) =>
  (await person.get('/gateway/review-queue')).json as unknown as {
    drafts: Draft[]
    readAt: number | null
    watching: number
    listed: boolean
  }
export const readDecisions = async (person: Browser) =>
  ((await person.get('/gateway/decisions')).json as unknown as { decisions: Decision[] }).decisions
/** @returns the latest decision */
export const readLatestDecision = async (person: Browser): Promise<Decision | undefined> =>
  (await readDecisions(person))[0]
