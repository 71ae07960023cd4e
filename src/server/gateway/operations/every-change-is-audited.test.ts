/**
 * Walks every route of the contract that is not a read: after it was used, the audit has a row about it, or the route is in the list of
 * those that change nothing for a person, with the reason. A new route without either fails.
 */
import { describe, expect, test } from 'vitest'
import { contract, type EndpointDefinition, gatewayEndpoints, textHash } from '#contract/index.ts'
import { restoredSetting } from '../maintenance/restored.ts'
import { saveSetting } from '../store/settings.ts'
import type { Store } from '../store/store.ts'
import { type Ceremony, createAuthenticator, passkeySite } from '../testing/authenticator.ts'
import { ines, startPublicGateway } from '../testing/public-gateway.ts'
import { draftText, postDecision, readQueue, scriptDrafts } from '../testing/review.ts'
import { openTestStore } from '../testing/store.ts'
import {
  batchForm,
  callBackAnswer,
  callRequest,
  csvForm,
  type openBrowser,
  placedCallAnswer,
  type Script,
  startGatewayWithService,
} from '../testing/testing.ts'

type Browser = ReturnType<typeof openBrowser>
type Answer = Awaited<ReturnType<Browser['get']>>

const readsOnly = 'It is a read whose words must not stand in an address.'
const beforeSignIn = 'It prepares signing in; signing in itself is recorded.'
const withoutRow: Record<string, string> = {
  conversationSearch: readsOnly,
  personFind: readsOnly,
  recipientsCheck: readsOnly,
  batchCallSearch: readsOnly,
  doNotCallSearch: readsOnly,
  keptCallSearch: readsOnly,
  columnAnswersFind: readsOnly,
  batchRowFind: readsOnly,
  batchFind: readsOnly,
  search: readsOnly,
  connectionTest: 'It asks the service whether it answers.',
  webhookReceive: 'The service says that something changed; it is read again.',
  claimTake: 'A draft that somebody has open for a moment; whoever decides is recorded.',
  claimRelease: 'A draft that somebody has open for a moment; whoever decides is recorded.',
  decisionDismiss: 'It hides a notice from the operator who got it. What the notice says is in the audit.',
  conversationImport: 'It adds a conversation to those that are read.',
  batchFollow: 'It adds a batch to those that are read.',
  batchExportStop: 'It ends one’s own export, whose start is recorded.',
  linkCheck: beforeSignIn,
  passwordLinkCheck: beforeSignIn,
  passkeyOptions: 'It prepares a new passkey; adding it is recorded.',
  passkeySignInOptions: beforeSignIn,
  sessionSwitch: 'Only a simulation has it.',
  providerSignIn: 'It leads to the provider; the sign-in is recorded when the provider answers (oidc.test.ts).',
  simulationKeyCreate: 'Only the embedded service has keys (embedded.test.ts).',
  simulationKeyRevoke: 'Only the embedded service has keys (embedded.test.ts).',
  backupMake: 'Needs a store in a file (backup.test.ts).',
}
/** Routes that send a command of the service: the audit has the command. */
const recordedAs: Record<string, string> = {
  decisionMake: 'messageAction',
  decisionUndo: 'messageAction',
  decisionSendNow: 'messageAction',
  callPlace: 'callSend',
  effectSettle: 'callSend',
  launchStart: 'batchStart',
  preparedBatchStart: 'batchStart',
  batchesCancel: 'batchCancel',
}

const isCommand = ({ method, through }: EndpointDefinition) => method !== 'GET' && through === undefined
const routes = Object.entries(gatewayEndpoints as Record<string, EndpointDefinition>)
  .filter(([, endpoint]) => isCommand(endpoint))
  .map(([name]) => name)

/** Returns the endpoints of the rows that the audit has gained since the last call. */
function createReader(store: Store) {
  let seq = 0
  return async () => {
    const rows = await store
      .selectFrom('history as h')
      .innerJoin('effects as e', 'e.id', 'h.effect_id')
      .select(['h.seq', 'e.endpoint'])
      .where('h.seq', '>', seq)
      .orderBy('h.seq')
      .execute()
    seq = rows.at(-1)?.seq ?? seq
    return rows.map(({ endpoint }) => endpoint)
  }
}

/** Uses each route in turn. @returns those that were refused, or after which the audit has no row about them */
async function walk(store: Store, steps: Record<string, () => Promise<Answer>>): Promise<string[]> {
  const read = createReader(store)
  const problems: string[] = []
  for (const [name, send] of Object.entries(steps)) {
    const { status, text } = await send()
    const rows = await read()
    if (status >= 300) problems.push(`${name}: ${status} ${text}`)
    else if (!rows.includes(recordedAs[name] ?? name)) problems.push(`${name}: no row, only [${rows.join(', ')}]`)
  }
  return problems
}

const call = {
  id: 'c1',
  roomName: 'a1-r1',
  customerPhone: '+14155550134',
  aiAgentName: 'Finn',
  participants: [],
  sentiment: 'neutral',
  transcript: [{ role: 'agent', content: 'Hello, this is Finn.' }],
}
const csv = (from: number, count = 12) =>
  `phone_number\n${Array.from({ length: count }, (_, index) => `+1415555${from + index}`).join('\n')}\n`

/** What happens to calls, messages, batches, lists and settings, by Grace (an administrator) and Tomas (a manager). */
async function openTeam() {
  const drafts = scriptDrafts(6)
  let started = 0
  const script: Script = (received) => {
    const { method, path } = received
    if (path === '/v2/api/active-calls/a1-r1') return { body: call }
    if (path === '/api/v1/calls/call') return started > 0 ? 'lost' : { body: placedCallAnswer }
    if (method === 'POST' && path === '/v1/api/batch-calls') {
      started += 1
      return { body: { batchId: `b${started}`, totalCalls: 1, status: 'queued', message: 'ok' } }
    }
    if (method === 'DELETE') return { body: { batchId: 'b1', status: 'cancelled', message: '', details: {} } }
    const progress = { completed: 1, failed: 0, waiting: 0, active: 0, cancelled: 0, total: 1 }
    const pagination = { page: 1, limit: 20, total: 1, totalPages: 1, hasNext: false, hasPrev: false }
    const rows = [{ jobId: 'j1', phone_number: '+14155550134', callId: 'c9', status: 'failed', error: 'Busy' }]
    if (path === '/v1/api/batch-calls/b1/calls/j2') return { body: callBackAnswer }
    if (path.startsWith('/v1/api/batch-calls/b1/calls')) return { body: { calls: rows, pagination, summary: progress } }
    if (path.startsWith('/v1/api/batch-calls/b'))
      return { body: { id: 'b1', agentId: 'agent1', progress, status: 'completed', isComplete: true, totalCalls: 1 } }
    return drafts.script(received)
  }
  const store = await openTestStore()
  await saveSetting(store, restoredSetting, JSON.stringify({ backupAt: 1, restoredAt: 2 }))
  const { grace, browser } = await startGatewayWithService(script, { store })
  const tomas = await browser().signInAsDemo('ready-campaign-manager')
  const priya = await browser().signInAsDemo('ready-reviewer')
  return { store, grace, tomas, priya }
}

const put = (person: Browser, path: string, body: object) => person.request('PUT', path, { body })
const remove = (person: Browser, path: string) => person.request('DELETE', path)
let keys = 0
const key = () => ({ key: `key-${(keys += 1)}` })

async function teamSteps({ grace, tomas, priya }: Awaited<ReturnType<typeof openTeam>>) {
  await readQueue(priya)
  await grace.get('/v2/api/active-calls/a1-r1')
  const held = async (id: string) =>
    ((await postDecision(priya, { id, holdSeconds: 30 })).json as unknown as { effectId: string }).effectId
  const first = { conversationId: 'c4', messageId: 'm4' }
  const launch = (from: number, fields = {}) =>
    tomas.post('/gateway/launches', batchForm(csv(from), { agentId: `agent${from}`, ...fields }), key())
  const prepared = async (from: number) => {
    await launch(from, { first: '10' })
    const list = ((await tomas.get('/gateway/prepared-batches')).json as unknown as { prepared: { id: string }[] })
      .prepared
    return `/gateway/prepared-batches/${list.at(-1)?.id}`
  }
  const asked = async (from: number) =>
    (await tomas.post('/gateway/approvals', batchForm(csv(from), { agentId: `agent${from}` }), key()))
      .json as unknown as { approvalId: string; recipients: string }
  const addNumber = async () =>
    (await grace.post('/gateway/do-not-call', { number: '+14155550777', reason: 'Asked.' })).json as unknown as {
      additionId: string
    }
  const entry = async () => {
    const found = await grace.post('/gateway/do-not-call/search', { number: '+14155550777' })
    return `/gateway/do-not-call/${(found.json as unknown as { entry: { entryId: string } }).entry.entryId}`
  }
  const view = { page: 'live-calls', name: 'Angry', filters: { sentiment: 'negative' }, isShared: true }
  const views = async () =>
    `/gateway/saved-views/${((await grace.get('/gateway/saved-views?page=live-calls')).json as unknown as { views: { id: string }[] }).views[0]?.id}`
  let entryPath = ''
  let notePath = ''
  return {
    decisionMake: () => postDecision(priya),
    decisionUndo: async () => priya.post(`/gateway/decisions/${await held('2')}/undo`),
    decisionSendNow: async () => priya.post(`/gateway/decisions/${await held('3')}/send`),
    callPlace: () => grace.post('/gateway/calls', callRequest, key()),
    launchStart: () => launch(1_000, { name: 'One' }),
    effectSettle: async () => {
      const { error } = (await grace.post('/gateway/calls', { ...callRequest, toNumber: '+14155550999' }, key())).json
      return grace.post(`/gateway/effects/${error.effectId}/settle`, { happened: false, reason: 'Nobody was called.' })
    },
    preparedBatchStart: async () => tomas.post(`${await prepared(1_100)}/start`, {}, key()),
    preparedBatchDiscard: async () => remove(tomas, await prepared(1_200)),
    batchesCancel: () => tomas.post('/gateway/batches/cancel', { batchIds: ['b1'] }, key()),
    batchExportStart: () => tomas.post('/gateway/batches/b1/exports', { status: 'all', form: 'report' }),
    batchFollowUp: async () => {
      await tomas.get('/v1/api/batch-calls/b1/calls?page=1&limit=20', { headers: { 'cache-control': 'no-cache' } })
      return tomas.post('/gateway/batches/b1/follow-up', { outcomes: ['busy'] })
    },
    callingRulesChange: () => put(grace, '/gateway/calling-rules', { approval: { above: 2 } }),
    approvalAsk: () => tomas.post('/gateway/approvals', batchForm(csv(1_300), { agentId: 'agent5' }), key()),
    approvalStart: async () => {
      const { approvalId, recipients } = await asked(1_400)
      return grace.post(`/gateway/approvals/${approvalId}/start`, { recipients }, key())
    },
    approvalDecline: async () =>
      grace.post(`/gateway/approvals/${(await asked(1_500)).approvalId}/decline`, { reason: 'Not today.' }),
    approvalWithdraw: async () => remove(tomas, `/gateway/approvals/${(await asked(1_600)).approvalId}`),
    reviewRulesChange: () => put(grace, '/gateway/review-rules', { secondReviewerFlows: ['f1'] }),
    firstApprovalGive: async () =>
      priya.post('/gateway/first-approvals', { ...first, textHash: await textHash(draftText), lastInbound: 'q4' }),
    firstApprovalWithdraw: () => priya.post('/gateway/first-approvals/withdraw', first),
    snippetsChange: () =>
      put(grace, '/gateway/snippets', { snippets: [{ name: 'Hello', text: 'Hello!' }], replaced: [] }),
    concernRulesChange: () => put(grace, '/gateway/call-concerns', { longCallMinutes: 10 }),
    callNoteAdd: async () => {
      const added = await tomas.post('/gateway/call-notes/a1-r1', { text: 'Wants a refund.' })
      notePath = `/gateway/call-notes/a1-r1/${String(added.json.noteId)}`
      return added
    },
    callNoteDelete: () => remove(tomas, notePath),
    callOutcomeCorrect: () => put(tomas, '/gateway/call-outcomes/a1-r1', { outcome: 'do_not_call' }),
    callBackChange: async () => {
      await grace.get('/v1/api/batch-calls/b1/calls/j2')
      return put(tomas, `/gateway/call-backs/${callBackAnswer.roomName}`, { state: 'done', seenAt: null })
    },
    callRetentionChange: () => put(grace, '/gateway/call-retention', { days: 20 }),
    outcomeShareChange: () => put(grace, '/gateway/outcome-share', { percent: 20 }),
    figureRetentionChange: () => put(grace, '/gateway/figure-retention', { days: 50 }),
    callPricesChange: () =>
      put(grace, '/gateway/call-prices', {
        currency: 'EUR',
        billing: 'minute',
        perMinute: 0.1,
        perMessage: 0.1,
        countries: [],
      }),
    columnAnswerSave: () =>
      put(tomas, '/gateway/column-answers', {
        columns: ['Phone', 'Blocked'],
        column: 'Blocked',
        answer: { means: 'optOut', doNotCall: ['yes'], call: [''] },
      }),
    doNotCallAdd: () => grace.post('/gateway/do-not-call', { number: '+14155550777', reason: 'Asked.' }),
    doNotCallRemove: async () => {
      entryPath = await entry()
      return remove(grace, entryPath)
    },
    doNotCallRestore: () => grace.post(`${entryPath}/restore`),
    doNotCallTakeBack: async () => {
      await remove(grace, entryPath)
      return grace.post(`/gateway/do-not-call/additions/${(await addNumber()).additionId}/take-back`)
    },
    doNotCallImport: () => tomas.post('/gateway/do-not-call/import', csvForm({ reason: 'Asked.' }, csv(1_700))),
    doNotCallExport: () => tomas.post('/gateway/do-not-call/export'),
    savedViewCreate: () => grace.post('/gateway/saved-views', view),
    savedViewChange: async () => grace.request('PATCH', await views(), { body: { name: 'Cross' } }),
    savedViewDelete: async () => remove(grace, await views()),
    restoredDismiss: () => remove(grace, '/gateway/restored'),
    stopSwitchOn: () => grace.post('/gateway/stop-switch', { reason: 'The prices are wrong.' }),
    stopSwitchOff: () => remove(grace, '/gateway/stop-switch'),
  } satisfies Record<string, () => Promise<Answer>>
}

/** Accounts, sessions and ways to sign in, by Ines. */
function accountSteps({ home, browser, invite, signIn, from }: Awaited<ReturnType<typeof startPublicGateway>>) {
  const { password } = ines
  const authenticator = createAuthenticator()
  const omar = { name: 'Omar', email: 'omar@example.com', password }
  const people = { omar: browser(), away: browser() }
  const operators = async () =>
    (await home.get('/gateway/operators')).json as unknown as {
      operators: { id: string; name: string }[]
      invitations: { id: string }[]
    }
  const idOf = async (name: string) => (await operators()).operators.find((operator) => operator.name === name)?.id
  const ownId = async () => (await operators()).operators.find(({ name }) => name.startsWith('Ines'))?.id
  const numberOf = async () =>
    ((await home.get('/gateway/account')).json as unknown as { numbers: { id: string }[] }).numbers[0]?.id
  const invitation = async () => `/gateway/invitations/${(await operators()).invitations.at(-1)?.id}`
  const sessions = async (path: string) =>
    ((await home.get(path)).json as unknown as { sessions: { id: string; current: boolean }[] }).sessions
  const newPasskey = async (person = home) => {
    const options = await person.post('/gateway/account/passkeys/options', { password })
    const ceremony = options.json as unknown as Ceremony
    return { state: ceremony.state, name: 'Laptop', credential: authenticator.create(ceremony) }
  }
  const passkeyOf = async (person: Browser) =>
    ((await person.get('/gateway/account')).json as unknown as { passkeys: { id: string }[] }).passkeys[0]?.id
  const passwordLink = async () => `/gateway/operators/${await idOf('Omar')}/password-link`
  const makeLink = async () => home.post(await passwordLink(), { password })
  return {
    operatorInvite: () => home.post('/gateway/operators', { roles: ['support'] }),
    invitationRenew: async () => home.post(`${await invitation()}/renew`, {}),
    invitationWithdraw: async () => remove(home, await invitation()),
    linkUse: async () =>
      people.omar.post('/gateway/session/link', { token: await invite({ roles: ['support'] }), ...omar }),
    operatorUpdate: async () =>
      home.request('PATCH', `/gateway/operators/${await idOf('Omar')}`, { body: { roles: ['reviewer'], password } }),
    signIn: () => signIn(people.away, '198.51.100.7', password),
    openSessionEnd: async () => {
      const other = (await sessions('/gateway/sessions')).find(({ current }) => !current)
      return remove(home, `/gateway/sessions/${other?.id}`)
    },
    signOut: async () => {
      await signIn(people.away, '198.51.100.7', password)
      return people.away.post('/gateway/session/sign-out')
    },
    otherSessionsEnd: () => remove(home, '/gateway/sessions'),
    operatorSessionEnd: async () => {
      const path = `/gateway/operators/${await idOf('Omar')}/sessions`
      return remove(home, `${path}/${(await sessions(path))[0]?.id}`)
    },
    operatorSessionsEnd: async () => {
      await signIn(people.omar, '198.51.100.8', password, omar.email)
      return remove(home, `/gateway/operators/${await idOf('Omar')}/sessions`)
    },
    accountUpdate: () => home.request('PATCH', '/gateway/account', { body: { name: 'Ines D.' } }),
    passwordChange: () => home.post('/gateway/account/password', { current: password, password: `${password} 2` }),
    ownNumberAdd: () => home.post('/gateway/account/numbers', { number: '+14155550199' }),
    operatorNumberConfirm: async () =>
      home.post(`/gateway/operators/${await ownId()}/numbers/${await numberOf()}/confirm`),
    ownNumberRemove: async () => remove(home, `/gateway/account/numbers/${await numberOf()}`),
    operatorNumberRemove: async () => {
      await home.post('/gateway/account/numbers', { number: '+14155550199' })
      return remove(home, `/gateway/operators/${await ownId()}/numbers/${await numberOf()}`)
    },
    operatorTie: async () => home.post(`/gateway/operators/${await idOf('Omar')}/ties`, { otherId: await ownId() }),
    operatorUntie: async () => remove(home, `/gateway/operators/${await idOf('Omar')}/ties`),
    passkeyAdd: async () => {
      await home.post('/gateway/account/password', { current: `${password} 2`, password })
      return home.post('/gateway/account/passkeys', await newPasskey())
    },
    passkeySignIn: async () => {
      const ceremony = (await people.away.post('/gateway/session/passkey/options', {})).json as unknown as Ceremony
      const credential = authenticator.use(ceremony)
      return people.away.post('/gateway/session/passkey', { state: ceremony.state, credential }, from('198.51.100.7'))
    },
    passkeyRemove: async () => remove(home, `/gateway/account/passkeys/${await passkeyOf(home)}`),
    operatorPasskeyRemove: async () => {
      await signIn(people.omar, '198.51.100.8', password, omar.email)
      await people.omar.post('/gateway/account/passkeys', await newPasskey(people.omar))
      const path = `/gateway/operators/${await idOf('Omar')}/passkeys/${await passkeyOf(people.omar)}/remove`
      return home.post(path, { endSessions: false })
    },
    passwordLinkMake: makeLink,
    passwordLinkWithdraw: async () => remove(home, await passwordLink()),
    passwordReset: async () => {
      const token = String((await makeLink()).json.link).split('=')[1]
      return people.omar.post('/gateway/session/password', { token, password: `${password} 3` }, from('198.51.100.8'))
    },
  } satisfies Record<string, () => Promise<Answer>>
}

describe('every change is in the audit', { tags: ['R51'] }, () => {
  test('what happens to calls, messages, batches, lists and settings', async () => {
    const team = await openTeam()
    const steps = await teamSteps(team)
    walked.push(...Object.keys(steps))
    expect(await walk(team.store, steps)).toEqual([])
  })

  test('accounts, sessions and signing in', async () => {
    const world = await startPublicGateway({ PUBLIC_URL: passkeySite.origin })
    const steps = accountSteps(world)
    walked.push(...Object.keys(steps))
    expect(await walk(world.store, steps)).toEqual([])
  })

  const walked: string[] = []
  test('every other route says why it has no row', () => {
    expect(routes.filter((name) => !walked.includes(name)).toSorted()).toEqual(Object.keys(withoutRow).toSorted())
  })

  test('a row has its words', () => {
    const withoutWords = routes.filter((name) => {
      const { done } = contract[name as keyof typeof contract] as EndpointDefinition
      return done === undefined && !(name in withoutRow) && !(name in recordedAs)
    })
    expect(withoutWords).toEqual([])
  })
})
