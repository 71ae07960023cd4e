/** Mutations of rules: lists, files, changes that are not kept, states that allow too much, and records that do not exist. */
import { type EndpointDefinition, type ServiceEndpointName, serviceEndpoints } from '#contract/index.ts'
import { type Answer, changeSuccess, isSuccess, type Mutation, type Passing, withBody } from './mutation.ts'

type Fields = Record<string, unknown>
const rule = (endpoint: ServiceEndpointName, what: string, answer: Mutation['answer']): Mutation => ({
  kind: 'rule',
  endpoint,
  what,
  answer,
})
const json = (body: unknown): Answer => ({
  status: 200,
  headers: { 'content-type': 'application/json' },
  text: JSON.stringify(body),
})
const bodyOf = ({ outgoing }: Passing): Fields => JSON.parse(String(outgoing.body ?? '{}')) as Fields

/** The query of a request without or with other parameters. */
const withQuery =
  (change: (query: URLSearchParams) => void) =>
  ({ outgoing, forward }: Passing): Promise<Answer> => {
    const [path = '', text = ''] = outgoing.path.split('?')
    const query = new URLSearchParams(text)
    const before = query.toString()
    change(query)
    return query.toString() === before ? forward() : forward({ path: `${path}?${query.toString()}` })
  }
const ignores = (parameter: string) => withQuery((query) => query.delete(parameter))

const endpoints = (Object.entries(serviceEndpoints) as [ServiceEndpointName, EndpointDefinition][]).filter(
  // Its pages are an addition that a service need not have (interface 7).
  ([name]) => name !== 'conversationList',
)
const parametersOf = ({ query }: EndpointDefinition) =>
  Object.keys((query as { _zod: { def: { shape?: object } } } | undefined)?._zod.def.shape ?? {})

/** Each query parameter is ignored; pages and limits that are not allowed are accepted. */
const queryRules = endpoints.flatMap(([name, definition]) =>
  parametersOf(definition).flatMap((parameter): Mutation[] => [
    rule(name, `ignores ${parameter}`, ignores(parameter)),
    ...(['page', 'limit'].includes(parameter)
      ? [
          rule(
            name,
            `accepts a ${parameter} that is not allowed`,
            withQuery((query) => {
              const given = query.get(parameter)
              if (given !== null && !(/^\d+$/.test(given) && Number(given) >= 1 && Number(given) <= 100))
                query.set(parameter, '1')
            }),
          ),
        ]
      : []),
  ]),
)

/** Paging. */
const pageRules = endpoints
  .filter(([, definition]) => parametersOf(definition).includes('page'))
  .flatMap(([name]): Mutation[] => [
    rule(
      name,
      'repeats a record of page 1 on page 2',
      withQuery((query) => {
        if (query.get('page') === '2') query.set('page', '1')
      }),
    ),
  ])

/** A command is answered as done, but nothing happens. `fabricate` makes the answer. */
const withoutEffect = (endpoint: ServiceEndpointName, fabricate: (passing: Passing) => unknown) =>
  rule(endpoint, 'answers as done without doing it', (passing) => Promise.resolve(json(fabricate(passing))))

/** A change is answered as done, but only in the answer. */
const unkeptChange = (endpoint: ServiceEndpointName) =>
  rule(endpoint, 'answers with the change, but does not keep it', async (passing) => {
    const shown = await passing.forward({ method: 'GET', body: null, path: passing.outgoing.path })
    return isSuccess(shown) ? json({ ...(JSON.parse(shown.text) as Fields), ...bodyOf(passing) }) : passing.forward()
  })

const acceptsRefused = (
  endpoint: ServiceEndpointName,
  what: string,
  code: string,
  fabricate: (passing: Passing) => unknown,
) =>
  rule(endpoint, what, async (passing) => {
    const answer = await passing.forward()
    return answer.status >= 400 && answer.text.includes(code) ? json(fabricate(passing)) : answer
  })

const decided =
  (status: string, sent: boolean) =>
  ({ addressed: { params } }: Passing) => ({
    status: 'success',
    message: {
      _id: params.messageId,
      message: 'Text',
      to: '+12025550105',
      sent,
      status,
      timestamp: new Date().toISOString(),
    },
  })
const isAction =
  (action: string, change: Mutation['answer']): Mutation['answer'] =>
  (passing) =>
    (bodyOf(passing).metadata as Fields | undefined)?.action === action ? change(passing) : passing.forward()

/** Changes the body of a file upload. */
const withUpload = (change: (text: string) => string) => (passing: Passing) =>
  passing.forward({ body: Buffer.from(change(Buffer.from(passing.outgoing.body ?? '').toString('latin1')), 'latin1') })

const specialRules: readonly Mutation[] = [
  withoutEffect('agentDelete', () => ({ status: 'success', message: 'Deleted.' })),
  withoutEffect('flowDelete', () => ({ status: 'success', message: 'Deleted.' })),
  rule('agentDelete', 'accepts a second deletion', async (passing) => {
    const answer = await passing.forward()
    return answer.status === 404 ? json({ status: 'success', message: 'Deleted.' }) : answer
  }),
  rule('flowDelete', 'accepts a second deletion', async (passing) => {
    const answer = await passing.forward()
    return answer.status === 404 ? json({ status: 'success', message: 'Deleted.' }) : answer
  }),
  unkeptChange('agentUpdate'),
  unkeptChange('flowUpdate'),
  unkeptChange('messagingAgentReplace'),
  unkeptChange('messageFlowReplace'),
  rule('agentUpdate', 'empties the fields that were not sent', (passing) =>
    passing.forward({ body: JSON.stringify({ name: 'Emptied', ...bodyOf(passing) }) }),
  ),
  rule('flowUpdate', 'adds rules instead of replacing them', async (passing) => {
    const shown = await passing.forward({ method: 'GET', body: null })
    if (!isSuccess(shown)) return passing.forward()
    const { rules } = JSON.parse(shown.text) as { rules: unknown[] }
    const body = bodyOf(passing)
    return passing.forward({ body: JSON.stringify({ ...body, rules: [...rules, ...(body.rules as unknown[])] }) })
  }),
  ...(['agentCreate', 'flowCreate', 'messageFlowCreate'] as const).map((endpoint) =>
    rule(endpoint, 'drops a field that was sent', (passing) => {
      const { settings: _, personality: __, prompt: ___, ...rest } = bodyOf(passing)
      return passing.forward({ body: JSON.stringify(rest) })
    }),
  ),
  ...(['agentCreate', 'flowCreate'] as const).map((endpoint) =>
    rule(endpoint, 'answers as done without doing it', async (passing) => {
      const list = await passing.forward({ method: 'GET', body: null, path: `${passing.outgoing.path}?limit=1` })
      const [record] = Object.values(JSON.parse(list.text) as Record<string, Fields[]>)[0] ?? []
      return passing.outgoing.headers['x-api-key'] === undefined
        ? passing.forward()
        : json({ ...record, ...bodyOf(passing), id: 'f'.repeat(24) })
    }),
  ),
  withoutEffect('callSend', (passing) => ({
    status: 'success',
    callId: 'aaaaaaaaaa',
    roomName: `${'f'.repeat(24)}-aaaaaaaaaa`,
    fromNumber: '+14155550100',
    toNumber: bodyOf(passing).toNumber,
    agent: { id: bodyOf(passing).agentId, name: 'N', model: 'm', voice: { provider: 'p', voiceId: 'v' } },
  })),
  acceptsRefused('callSend', 'accepts an unknown agent', 'Agent not found', () => ({ status: 'success' })),
  acceptsRefused('callSend', 'accepts an agent without a number', 'Invalid configuration', () => ({
    status: 'success',
  })),
  acceptsRefused('callSend', 'accepts a malformed number', 'invalid_number', () => ({ status: 'success' })),
  withoutEffect('activeCallEnd', ({ addressed: { params } }) => ({
    success: true,
    message: 'Ended.',
    roomName: params.roomName,
    endTime: new Date().toISOString(),
  })),
  rule(
    'activeCallShow',
    'still shows a call that has ended',
    (() => {
      const last = new Map<string, Answer>()
      return async ({ outgoing, forward }: Passing) => {
        const answer = await forward()
        if (isSuccess(answer)) last.set(outgoing.path, answer)
        return last.get(outgoing.path) ?? answer
      }
    })(),
  ),
  rule('activeCallShow', 'shows another call', async ({ outgoing, forward }) => {
    const answer = await forward()
    return isSuccess(answer)
      ? withBody(answer, { ...(JSON.parse(answer.text) as Fields), roomName: `${outgoing.path.slice(-8)}-other` })
      : answer
  }),
  rule(
    'batchStart',
    'ignores scheduledAt',
    withUpload((text) => text.replace('name="scheduledAt"', 'name="ignored"')),
  ),
  acceptsRefused('batchStart', 'accepts an invalid file', 'invalid_request', () => ({
    batchId: 'batch_1',
    totalCalls: 1,
    status: 'queued',
    message: 'Started.',
  })),
  withoutEffect('batchCancel', ({ addressed: { params } }) => ({
    batchId: params.batchId,
    status: 'cancelled',
    message: 'Cancelled.',
    details: { completedCalls: 0, failedCalls: 0, cancelledCalls: 1, totalCalls: 1 },
  })),
  ...(['batchShow', 'batchProgress', 'batchCallList'] as const).map((endpoint) =>
    rule(
      endpoint,
      'counts do not add up to the total',
      changeSuccess((body) => {
        const counts = (body.progress ?? body.summary ?? body) as Fields
        counts.waiting = Number(counts.waiting) + 1
        return body
      }),
    ),
  ),
  rule(
    'batchValidate',
    'does not find numbers that occur twice',
    withUpload((text) => text.replace(/\+14155550134,C/, '+14155550135,C')),
  ),
  rule(
    'batchValidate',
    'does not find rows without a number',
    withUpload((text) => text.replace(/\n,D/, '\n+14155550136,D')),
  ),
  rule(
    'batchValidate',
    'counts rows from 0',
    changeSuccess((body) => ({
      ...body,
      errors: (body.errors as Fields[]).map((error) => ({ ...error, row: Number(error.row) - 2 })),
    })),
  ),
  rule(
    'batchValidate',
    'sorts problems backwards',
    changeSuccess((body) => ({ ...body, errors: (body.errors as Fields[]).toReversed() })),
  ),
  rule(
    'batchPreview',
    'drops the first row',
    withUpload((text) => text.replace(/\n\+14155550134,\w+/, '')),
  ),
  rule('batchTemplate', 'has other columns', async ({ forward }) => {
    const answer = await forward()
    return { ...answer, text: answer.text.replace('custom_field_1', 'field') }
  }),
  rule('batchTemplate', 'has no example rows', async ({ forward }) => {
    const answer = await forward()
    return { ...answer, text: answer.text.split('\n')[0] ?? '' }
  }),
  rule(
    'messageAction',
    'approves without doing it',
    isAction('Approve', (passing) => Promise.resolve(json(decided('approved', true)(passing)))),
  ),
  rule(
    'messageAction',
    'rejects without doing it',
    isAction('Reject', (passing) => Promise.resolve(json(decided('rejected', false)(passing)))),
  ),
  rule(
    'messageAction',
    'edits without keeping the text',
    isAction('Edit', async (passing) => {
      const answer = await passing.forward({
        body: JSON.stringify({ metadata: { action: 'Edit', editedMessage: 'Another text' } }),
      })
      return isSuccess(answer)
        ? withBody(answer, {
            status: 'success',
            message: {
              ...(JSON.parse(answer.text) as { message: Fields }).message,
              message: (bodyOf(passing).metadata as Fields).editedMessage,
            },
          })
        : answer
    }),
  ),
  acceptsRefused('messageAction', 'accepts an edit without a text', 'invalid_message', decided('pending', false)),
  acceptsRefused('messageAction', 'accepts a second decision', 'invalid_state', decided('approved', true)),
  rule('messageGenerate', 'sends the draft at once', (passing) =>
    passing.forward({
      body: JSON.stringify({ ...bodyOf(passing), ...(bodyOf(passing).flowId !== undefined && { autopilot: true }) }),
    }),
  ),
  rule(
    'messageGenerate',
    'names a message that does not exist',
    changeSuccess((body) => ({ ...body, message_id: 'f'.repeat(24) })),
  ),
  ...(['agentShow', 'flowShow', 'conversationShow', 'batchShow', 'messagingAgentShow', 'messageFlowShow'] as const).map(
    (endpoint) =>
      rule(endpoint, 'shows another record', async (passing) => {
        const answer = await passing.forward()
        if (!isSuccess(answer)) return answer
        const { id, _id, ...rest } = JSON.parse(answer.text) as Fields
        return withBody(answer, { ...rest, ...(id === undefined ? { _id: 'e'.repeat(24) } : { id: 'e'.repeat(24) }) })
      }),
  ),
  ...(
    [
      'agentShow',
      'flowShow',
      'conversationShow',
      'batchShow',
      'batchProgress',
      'messagingAgentShow',
      'messageFlowShow',
    ] as const
  ).map((endpoint) =>
    rule(
      endpoint,
      'shows a record that does not exist',
      (() => {
        let last: Answer | undefined
        return async (passing: Passing) => {
          const answer = await passing.forward()
          if (isSuccess(answer)) last = answer
          return answer.status === 404 && last !== undefined ? last : answer
        }
      })(),
    ),
  ),
]

export const ruleMutations: readonly Mutation[] = [...queryRules, ...pageRules, ...specialRules]
