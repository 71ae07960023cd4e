/**
 * Tests three gateways for some minutes, as a team uses them: only in `npm run test:soak`, with a PostgreSQL and an nginx. Compares the
 * answers with the service's own logs.
 */
import { randomInt } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { headers, textHash } from '#contract/index.ts'
import { startService } from '#server/service/start.ts'
import { spawnService } from '#server/service/testing/process.ts'
import { scaleForSoak } from '#tools/soak-scale.ts'
import { readLedger } from '#tools/testing/ledger-in-postgres.ts'
import {
  followRequests,
  listExecutedCommands,
  numberPrefix,
  prepareService,
  serviceSettings,
  unlimitedTier,
} from '#tools/testing/service-log.ts'
import { chooseNginxAddress, startNginx } from './testing/nginx.ts'
import { type Postgres, startPostgres } from './testing/postgres.ts'
import { temporaryFolder } from './testing/process.ts'
import { ines } from './testing/public-gateway.ts'
import { type RunningGateway, startGateway } from './testing/several/gateways.ts'
import { type Attempt, checkHistory, maxRequestsPerMinute } from './testing/several/history-check.ts'
import { seededRandom } from './testing/several/history-clients.ts'
import { batchForm, type openBrowser } from './testing/testing.ts'

type Browser = ReturnType<typeof openBrowser>

const seed = Number(process.env.SOAK_SEED ?? randomInt(2 ** 31))
const sessionCount = scaleForSoak(20)
const lastsMs = scaleForSoak(30_000)
const faultEveryMs = 10_000
const stoppedMs = 20_000
/** How often each session polls. */
const pollMs = 4_000
const access = { apiKey: 'key-of-the-tests', workspaceId: 'tests' }
/** How far the clock of each gateway's machine is ahead, ms. */
const clockOffsets = [-3 * 60_000, 0, 5 * 60_000]

let postgres: Postgres
beforeAll(async () => {
  postgres = await startPostgres()
}, 60_000)
afterAll(() => postgres.close())

const quantile = (list: readonly number[], share: number): number =>
  list.toSorted((a, b) => a - b)[Math.min(list.length - 1, Math.floor(list.length * share))] ?? 0

/** What the pages of each role poll. */
const pages: Record<string, readonly string[]> = {
  support: ['/gateway/live-calls', '/gateway/counts', '/gateway/budget', '/gateway/session'],
  reviewer: ['/gateway/review-queue', '/gateway/decisions', '/gateway/counts', '/gateway/session'],
  campaign_manager: ['/gateway/batches', '/gateway/counts', '/gateway/prepared-batches', '/gateway/session'],
  admin: ['/gateway/budget', '/gateway/counts', '/gateway/effects?state=unknown', '/gateway/session'],
}

describe(`three gateways behind nginx (seed ${seed})`, { tags: ['soak'] }, () => {
  test('stay within the plan, repeat and lose no command, and sign nobody out while one is killed or frozen every ten seconds', {
    tags: ['R09', 'R10', 'R20', 'R32'],
    timeout: lastsMs + 600_000,
  }, async () => {
    const random = seededRandom(seed)
    const dataDir = temporaryFolder()
    const { drafts, agentId } = await prepareService(`${dataDir}/service`, access, scaleForSoak(6))
    const { port, url } = await chooseNginxAddress()
    const service = await spawnService(dataDir, {
      EMBEDDED_PLAN: 'developer',
      EMBEDDED_SPEED: '4',
      SERVICE_CONCURRENT_CALLS: '40',
      EMBEDDED_WEBHOOK_URL: `${url}/webhooks/service`,
      SERVICE_WEBHOOK_SECRET: 'secret-of-the-tests',
      // The certificate is self-signed.
      NODE_TLS_REJECT_UNAUTHORIZED: '0',
    })
    const log = followRequests(service.url, access)
    const databaseUrl = await postgres.createDatabase()
    const environment = {
      PUBLIC_URL: url,
      SERVICE_API_KEY: access.apiKey,
      SERVICE_WORKSPACE_ID: access.workspaceId,
      SERVICE_CONCURRENT_CALLS: '40',
      SERVICE_WEBHOOK_SECRET: 'secret-of-the-tests',
    }
    const gateways = await Promise.all(
      clockOffsets.map((ahead) =>
        startGateway({ serviceUrl: service.url, databaseUrl, environment, clockOffsetMs: ahead }),
      ),
    )
    expect(gateways.map((gateway) => gateway.isUp() || gateway.output())).toEqual([true, true, true])
    const nginx = await startNginx({ port, gateways: gateways.map((gateway) => gateway.port) })

    // Real operators with passwords, two of each role, and the sessions shared among them.
    const roles = Object.keys(pages)
    const home = nginx.browser()
    const token = /#link=(\S+)/.exec(gateways.map((gateway) => gateway.output()).join('\n'))?.[1]
    expect(await home.post('/gateway/session/link', { token, ...ines })).toMatchObject({ status: 200 })
    const people = await Promise.all(
      [...roles, ...roles].map(async (role, at) => {
        const invited = await home.post('/gateway/operators', {
          roles: [role],
          ...(role === 'admin' && { password: ines.password }),
        })
        const link = String(invited.json.link).split('#link=')[1]
        const person = { name: `${role} ${at}`, email: `person${at}@example.com`, password: ines.password }
        const used = await nginx.browser().post('/gateway/session/link', { token: link, ...person })
        expect(used).toMatchObject({ status: 200 })
        return { ...person, role, id: (used.json.operator as { id: string }).id }
      }),
    )
    const sessions: { browser: Browser; person: (typeof people)[number] }[] = []
    for (let at = 0; at < sessionCount; at += 4) {
      await Promise.all(
        [0, 1, 2, 3].map(async (more) => {
          const person = people[(at + more) % people.length] as (typeof people)[number]
          const browser = nginx.browser()
          const { email, password } = person
          const signedIn = await browser.post('/gateway/session/sign-in', { email, password })
          expect(signedIn).toMatchObject({ status: 200 })
          sessions.push({ browser, person })
        }),
      )
    }

    const began = Date.now()
    const isOver = () => Date.now() - began > lastsMs
    const statuses = new Map<number, number>()
    const count = (status: number) => void statuses.set(status, (statuses.get(status) ?? 0) + 1)
    const signedOut: string[] = []
    const latencies: number[] = []
    /** The ages of reads in focus and of visible ones, s. */
    const ages = { focus: [] as number[], visible: [] as number[] }
    const ask = async (
      browser: Browser,
      method: string,
      path: string,
      more: Parameters<Browser['request']>[2] = {},
    ) => {
      const since = performance.now()
      const answer = await browser.request(method, path, more).catch(() => null)
      latencies.push(performance.now() - since)
      count(answer?.status ?? 0)
      if (answer?.status === 401) signedOut.push(`${((Date.now() - began) / 1000).toFixed(1)} s ${method} ${path}`)
      return answer
    }

    /** Polls a session's page with the ETags of earlier answers. */
    async function poll({ browser, person }: (typeof sessions)[number]): Promise<void> {
      const etags = new Map<string, string>()
      const paths = pages[person.role] ?? []
      await pause(random() * pollMs)
      for (let turn = 0; !isOver(); turn += 1) {
        const path = paths[turn % paths.length] ?? ''
        const since = Date.now()
        const etag = etags.get(path)
        const answer = await ask(browser, 'GET', path, { headers: { ...(etag && { 'if-none-match': etag }) } })
        const tag = answer?.headers.get('etag')
        if (tag) etags.set(path, tag)
        if (path === '/gateway/live-calls' && answer?.status === 200) {
          const now = Number(answer.headers.get(headers.gatewayTime))
          const { calls } = answer.json as unknown as { calls: { live: boolean; readAt: number }[] }
          if (now > 0) ages.visible.push(...calls.filter(({ live }) => live).map(({ readAt }) => (now - readAt) / 1000))
        }
        await pause(Math.max(0, pollMs - (Date.now() - since)))
      }
    }

    /** Opens one live call after the other. */
    async function watch(browser: Browser): Promise<void> {
      while (!isOver()) {
        const wall = await ask(browser, 'GET', '/gateway/live-calls')
        const calls = (wall?.json?.calls ?? []) as { roomName: string; live: boolean }[]
        const room = calls.filter(({ live }) => live)[Math.floor(random() * calls.length)]?.roomName
        for (let turn = 0; turn < (room ? 15 : 0) && !isOver(); turn += 1) {
          const answer = await ask(browser, 'GET', `/v2/api/active-calls/${room}`, { headers: { priority: 'u=1' } })
          const age = answer?.headers.get('age')
          if (answer?.status !== 200 && answer?.status !== 304) break
          // The first answer was read for this request.
          if (age != null && turn > 0) ages.focus.push(Number(age))
          await pause(1_000)
        }
        await pause(500)
      }
    }

    const attempts: Attempt[] = []
    let numbers = 0
    const nextNumber = () => numberPrefix + String(numbers++).padStart(4, '0')
    const ofRole = (role: string) => sessions.filter(({ person }) => person.role === role)
    /** Sends a command, and repeats it with the same key while there is no answer, as a page does. */
    async function command(role: string, target: string, path: string, body: () => unknown, success: 'held' | 'done') {
      const key = crypto.randomUUID()
      const mine = ofRole(role)
      const { browser, person } = mine[Math.floor(random() * mine.length)] as (typeof sessions)[number]
      for (let turn = 0; turn < 20; turn += 1) {
        const invoked = Date.now()
        const answer = await ask(browser, 'POST', path, { body: body(), key })
        const { sent = 'no', effectId = null } = (answer?.json?.error ?? answer?.json ?? {}) as {
          sent?: string
          effectId?: string | null
        }
        const outcome =
          answer?.status === 200 ? success : answer?.json?.error && sent === 'no' ? 'not sent' : ('unknown' as const)
        attempts.push({ key, target, operator: person.id, invoked, ended: Date.now(), outcome, effectId })
        if (outcome !== 'unknown' || answer?.json?.error) return answer
        await pause(1_000)
      }
      return null
    }
    const batches: string[] = []
    async function act(): Promise<void> {
      for (let turn = 0; !isOver(); turn += 1) {
        const kind = turn % 6
        const draft = drafts[Math.floor(turn / 2)]
        if (kind % 2 === 0 && draft) {
          const { conversationId, messageId, message } = draft
          const action = random() < 0.7 ? 'Approve' : 'Reject'
          const hash = await textHash(message)
          const body = { conversationId, messageId, action, textHash: hash, lastInbound: null }
          const holdSeconds = Math.floor(random() * 25)
          await command(
            'reviewer',
            `${action} ${messageId}`,
            '/gateway/decisions',
            () => ({ ...body, holdSeconds }),
            'held',
          )
        } else if (kind === 1 || kind === 3) {
          const toNumber = nextNumber()
          await command('support', `call ${toNumber}`, '/gateway/calls', () => ({ agentId, toNumber }), 'done')
        } else {
          const [first, second] = [nextNumber(), nextNumber()]
          const csv = `phone_number,first_name\n${first},Ada\n${second},Bo\n`
          const form = () => batchForm(csv, { agentId, name: `Batch ${first}` })
          const started = await command('campaign_manager', `batch ${first}`, '/gateway/launches', form, 'done')
          if (started?.status === 200) batches.push(String(started.json.batchId))
          const cancelled = batches.length > 2 ? batches.shift() : undefined
          const manager = ofRole('campaign_manager')[0]?.browser
          if (cancelled && manager)
            await ask(manager, 'DELETE', `/v1/api/batch-calls/${cancelled}`, { key: crypto.randomUUID() })
        }
        // Each command takes two or three requests: the plan allows them beside three calls in focus.
        await pause(5_000 + random() * 5_000)
      }
    }

    const happened: string[] = []
    const note = (what: string) => void happened.push(`${((Date.now() - began) / 1000).toFixed(1)} s: ${what}`)
    async function makeFaults(): Promise<void> {
      const mending: Promise<unknown>[] = []
      while (!isOver()) {
        await pause(faultEveryMs)
        const up = gateways.filter((gateway) => gateway.isUp())
        // One gateway stays up.
        if (up.length < 2) continue
        const gateway = up[Math.floor(random() * up.length)] as RunningGateway
        const name = gateways.indexOf(gateway)
        if (random() < 0.5) {
          note(`kill ${name}`)
          await gateway.kill()
          mending.push(pause(1_000).then(() => gateway.start()))
        } else {
          note(`stop ${name} for 20 s`)
          gateway.freeze()
          mending.push(pause(stoppedMs).then(() => gateway.thaw()))
        }
      }
      await Promise.all(mending)
    }

    const following = setInterval(() => void log.read().catch(() => {}), 60_000)
    const watchers = ofRole('support')
      .slice(0, 3)
      .map(({ browser }) => watch(browser))
    await Promise.all([makeFaults(), act(), ...watchers, ...sessions.map(poll)])
    clearInterval(following)

    const ledger = () => readLedger(databaseUrl, attempts)
    const open = async () =>
      (await ledger()).filter(({ steps }) => ['held', 'sending'].includes(steps.at(-1)?.state ?? ''))
    await expect.poll(open, { timeout: 120_000, interval: 1_000 }).toEqual([])
    // Everybody is still signed in.
    for (const { browser } of sessions) await ask(browser, 'GET', '/gateway/effects?limit=1')
    await log.read()
    for (const gateway of gateways) await gateway.kill()
    service.child.kill('SIGTERM')
    await new Promise((resolve) => service.child.once('exit', resolve))

    const recorded = await ledger()
    const carriedOut = listExecutedCommands(`${dataDir}/service`).map(({ what }) => what)
    const figures = {
      sessions: sessions.length,
      seconds: Math.round(lastsMs / 1000),
      faults: happened.length,
      answers: latencies.length,
      statuses: Object.fromEntries(statuses),
      latencyMs: { median: Math.round(quantile(latencies, 0.5)), p95: Math.round(quantile(latencies, 0.95)) },
      focusAge: { median: quantile(ages.focus, 0.5), p95: quantile(ages.focus, 0.95), count: ages.focus.length },
      visibleAge: {
        median: quantile(ages.visible, 0.5),
        p95: quantile(ages.visible, 0.95),
        count: ages.visible.length,
      },
      requests: log.found.requests.length,
      mostInMinute: maxRequestsPerMinute([...log.found.requests, ...log.found.refused]),
      refusedForTheLimit: log.found.refused.length,
      effects: recorded.filter(({ key }) => key !== null).length,
      states: Object.fromEntries(
        [
          ...Map.groupBy(
            recorded.filter(({ key }) => key !== null),
            ({ steps }) => steps.at(-1)?.state,
          ),
        ].map(([state, rows]) => [state, rows.length]),
      ),
      carriedOut: carriedOut.length,
    }
    process.stdout.write(`three gateways: ${JSON.stringify(figures)}\n`)
    const known = new Set(recorded.flatMap(({ key }) => (key === null ? [] : [key])))
    const lost = [...Map.groupBy(attempts, ({ key }) => key)].flatMap(([key, tries]) =>
      tries.some(({ outcome }) => outcome === 'not sent') || known.has(key)
        ? []
        : [`${tries[0]?.target} was asked for ${tries.length} times and is in no ledger`],
    )
    const problems = checkHistory({
      attempts,
      undos: [],
      claims: [],
      endedSessions: [],
      observations: [],
      effects: recorded,
      carriedOut,
      ...log.found,
      plan: { perMinute: 60 },
    })
    const found = [...problems, ...lost, ...signedOut.map((what) => `signed out: ${what}`)]
    if (found.length > 0) process.stdout.write(`${happened.join('\n')}\n`)
    expect(found).toEqual([])
    expect(carriedOut.length).toBeGreaterThan(scaleForSoak(2))
    expect(figures.focusAge.p95).toBeLessThanOrEqual(5)
  })

  test('send each of thirty held decisions once and at its time while they restart one after the other', {
    tags: ['R09'],
    timeout: 240_000,
  }, async () => {
    const dataDir = temporaryFolder()
    const { drafts } = await prepareService(dataDir, access, 30)
    const service = await startService(serviceSettings(dataDir, access, unlimitedTier))
    const databaseUrl = await postgres.createDatabase()
    const environment = {
      SERVICE_API_KEY: access.apiKey,
      SERVICE_WORKSPACE_ID: access.workspaceId,
      SERVICE_REQUESTS_PER_MINUTE: '100000',
    }
    const gateways = await Promise.all(
      clockOffsets.map((ahead) =>
        startGateway({ serviceUrl: service.url, databaseUrl, environment, clockOffsetMs: ahead }),
      ),
    )
    const holdMs = 30_000
    const due = new Map<string, number>()
    for (const [at, { conversationId, messageId, message }] of drafts.entries()) {
      const person = await gateways[at % 3]?.browser().signInAsDemo('ready-reviewer')
      const body = { conversationId, messageId, action: 'Approve', lastInbound: null, holdSeconds: holdMs / 1000 }
      const hash = await textHash(message)
      const asked = Date.now()
      const made = await person?.post('/gateway/decisions', { ...body, textHash: hash }, { key: crypto.randomUUID() })
      expect(made).toMatchObject({ status: 200 })
      due.set(`Approve ${messageId}`, (asked + Date.now()) / 2 + holdMs)
    }
    const exits: (number | null)[] = []
    for (const gateway of gateways) {
      exits.push(await gateway.stop())
      expect((await gateway.start()) || gateway.output()).toBe(true)
    }
    const lastDue = Math.max(...due.values())
    const deployedInTime = Date.now() < Math.min(...due.values())
    const ledger = () => readLedger(databaseUrl, [])
    const open = async () =>
      (await ledger()).filter(({ steps }) => ['held', 'sending'].includes(steps.at(-1)?.state ?? '')).length
    await expect.poll(open, { timeout: lastDue - Date.now() + 90_000, interval: 500 }).toBe(0)
    for (const gateway of gateways) await gateway.kill()
    await service.close()
    const carriedOut = listExecutedCommands(dataDir)
    const late = carriedOut.map(({ what, at }) => at - (due.get(what) ?? 0))
    process.stdout.write(
      `rolling deploy: ${JSON.stringify({ sent: carriedOut.length, earliestMs: Math.min(...late), medianMs: quantile(late, 0.5), latestMs: Math.max(...late), deployedInTime })}\n`,
    )
    expect(exits).toEqual([0, 0, 0])
    expect(carriedOut.map(({ what }) => what).toSorted()).toEqual([...due.keys()].toSorted())
    expect(Math.min(...late)).toBeGreaterThan(-2_000)
    // A gateway was running at every moment, unless the restarts took longer than the undo window.
    expect(Math.max(...late)).toBeLessThan(deployedInTime ? 2_000 : 60_000)
  })
})
