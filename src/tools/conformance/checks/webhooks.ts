/** Receives events of the service during a run (`--listen`), and checks their signature and their data (specification 6, interface 6). */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { signatureHeader, type WebhookEvent, webhookData, webhookEvents } from '#contract/index.ts'
import { isSigned } from '#server/gateway/operations/webhooks.ts'
import { compareAnswer, describeDifference } from '#server/gateway/upstream/compare-answer.ts'
import { type Finding, type Outcome, unchecked, wrongFinding } from '../judge/outcome.ts'
import { checkValues } from '../judge/value-rules.ts'
import { type Check, fieldsOf, webhooks } from './check.ts'

/** How long to wait for an event after the last request, ms. */
const waitMs = 20_000
const pollMs = 250

interface Delivery {
  body: Buffer
  signature: string | undefined
  contentType: string
}

export interface EventListener {
  port: number
  deliveries: readonly Delivery[]
  close: () => Promise<void>
}

/** Listens on a port for events, and confirms all of them. @param port 0: a free one */
export async function listenForEvents(port: number): Promise<EventListener> {
  const deliveries: Delivery[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    try {
      for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
    } catch {
      // The service broke off this delivery. It may deliver the event again.
      response.destroy()
      return
    }
    const signature = request.headers[signatureHeader.toLowerCase()]
    deliveries.push({
      body: Buffer.concat(chunks),
      signature: typeof signature === 'string' ? signature : undefined,
      contentType: (request.headers['content-type'] ?? '').split(';')[0] ?? '',
    })
    response.writeHead(204).end()
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, resolve)
  })
  return {
    port: (server.address() as AddressInfo).port,
    deliveries,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const parse = (body: Buffer): Record<string, unknown> => {
  try {
    return fieldsOf(JSON.parse(body.toString('utf8')))
  } catch {
    return {}
  }
}

/** The specification names the data of one event; the interface names the rest. */
const specifiedFields = new Set(['callId', 'agentId', 'duration', 'status'])
const sectionOf = (event: WebhookEvent, field: string) =>
  event === 'call.completed' && specifiedFields.has(field) ? 'specification 6' : 'interface 6'

function judgeDelivery({ body, signature, contentType }: Delivery, event: WebhookEvent, secret: string): Outcome {
  const { data } = parse(body)
  const response = webhookData[event]
  const section = 'specification 6'
  const fieldFindings: Finding[] = [
    ...compareAnswer({ response }, data).flatMap((difference): Finding[] =>
      difference.kind === 'added'
        ? []
        : [{ kind: difference.kind, field: difference.field, says: describeDifference(difference) }],
    ),
    ...checkValues({ response }, data, data, ''),
  ].map((finding) => ({ section: sectionOf(event, finding.field), ...finding }))
  const isAccepted = isSigned(secret, body, signature)
  const findings: Finding[] = [
    ...(signature === undefined
      ? [{ kind: 'missing', field: signatureHeader, says: 'expected a signature', section } as const]
      : isAccepted
        ? []
        : [wrongFinding(signatureHeader, 'does not match the body and the webhook secret', 'interface 6')]),
    ...(contentType === 'application/json'
      ? []
      : [wrongFinding('content-type', `received ${contentType || 'none'}, expected application/json`, section)]),
    ...fieldFindings,
  ]
  const isComplete = fieldFindings.every(({ kind }) => kind === 'word' || kind === 'alternate')
  return {
    verdict: findings.some(({ kind }) => kind === 'wrong')
      ? 'wrong'
      : findings.some(({ kind }) => kind === 'missing')
        ? 'missing'
        : findings.length > 0
          ? 'alternate'
          : 'conforms',
    sent: `(the service sent ${event})`,
    received: `${contentType || 'no content type'}, ${signature === undefined ? 'no signature' : 'a signature'}, data: ${Object.keys(fieldsOf(data)).join(', ')}`,
    expected: 'application/json {event, data}, every documented field, signed with the webhook secret',
    findings,
    documents: ['specification', 'interface'],
    usability: isAccepted
      ? isComplete
        ? { use: 'works', consequence: '' }
        : { use: 'limited', consequence: 'Switchboard reads the record again, but may not find which one.' }
      : { use: 'fails', consequence: 'Switchboard refuses this event, and reads at intervals instead.' },
  }
}

/** The events that a run with effects causes. Others are checked if they come. */
const causedEvents: ReadonlySet<string> = new Set(
  'call.started call.completed sms.sent agent.created agent.updated flow.created flow.updated'.split(' '),
)

/**
 * A check for each kind of event.
 *
 * @param listener null: not listening, so one check says what it needs
 * @param causesEvents whether the run places a call and changes records
 */
export function webhookChecks(listener: EventListener | null, secret: string, causesEvents: boolean): Check[] {
  const common = { endpoint: webhooks, section: 'specification 6', requests: 0 } as const
  if (listener === null)
    return [
      {
        ...common,
        name: 'delivers signed events',
        run: () => Promise.resolve(unchecked('needs --listen, and the service set to deliver there')),
      },
    ]
  return webhookEvents.map((event) => ({
    ...common,
    name: `delivers ${event}`,
    run: async (run) => {
      const find = () => listener.deliveries.find(({ body }) => parse(body).event === event)
      const isCaused = causesEvents && causedEvents.has(event)
      const maxWaitMs = isCaused ? waitMs : 0
      for (let waitedMs = 0; find() === undefined && waitedMs < maxWaitMs; waitedMs += pollMs)
        await run.client.sleep(pollMs)
      const delivery = find()
      if (delivery !== undefined) return judgeDelivery(delivery, event, secret)
      const none =
        listener.deliveries.length === 0 ? 'no event arrived at all; does the service deliver there?' : 'none arrived'
      return unchecked(isCaused ? `${none} (waited ${waitMs / 1_000} s)` : none)
    },
  }))
}
