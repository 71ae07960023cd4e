/** Tests that people without an account cannot find out who has one, and cannot lock anybody out. */
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { contract, type EndpointDefinition } from '#contract/index.ts'
import {
  countStatuses,
  ines,
  runSixTimes,
  signUpWithLink,
  startPublicGateway,
  wrongPassword,
} from '../testing/public-gateway.ts'
import { startGatewayWithService } from '../testing/testing.ts'

describe('public endpoints', { tags: ['R35'] }, () => {
  const endpoints = Object.entries(contract as Record<string, EndpointDefinition>)
  // A webhook's signature is checked before its body is parsed.
  const publicEndpoints = endpoints.filter(
    ([name, { roles, body }]) => roles === 'public' && body && name !== 'webhookReceive',
  )

  test.each(publicEndpoints)('%s limits the length of every text', (_, { body }) => {
    const { properties = {} } = z.toJSONSchema(body as z.core.$ZodType, { io: 'input' })
    // A passkey's proof is an object of texts.
    const fields = Object.entries(properties).flatMap(([name, field]) =>
      Object.entries((field as { properties?: object }).properties ?? { [name]: field }),
    )
    const unbounded = fields.filter(([, field]) => {
      const { type, maxLength, pattern = '' } = field as { type: string; maxLength?: number; pattern?: string }
      if (type === 'boolean') return false
      return !((maxLength ?? Number(/^\^\[[^\]]+\]\{1,(\d+)\}\$$/.exec(pattern)?.[1])) <= 1_000)
    })
    expect(unbounded).toEqual([])
  })

  test('check the length of an e-mail before its format', {
    tags: ['email-length-first'],
  }, () => {
    const { body } = contract.linkUse
    const parsed = z.safeParse(body, { token: 't', name: 'n', password: ines.password, email: `${'@'.repeat(300)} ` })
    expect(parsed.error?.issues).toMatchObject([{ code: 'too_big', path: ['email'] }])
  })

  test('refuse a body that is larger than any request to sign in', { tags: ['signing-in-takes-little'] }, async () => {
    const { browser, from } = await startPublicGateway()
    const body = { email: `${'x'.repeat(1_000_000)}@example.com`, password: 'x' }
    const headers = { ...from('2001:db8::1').headers, 'content-length': `${JSON.stringify(body).length}` }
    expect(await browser().post('/gateway/session/sign-in', body, { headers })).toMatchObject({ status: 413 })
  })

  test('count a /64 of IPv6 addresses as one client', { tags: ['network-is-one-place'] }, async () => {
    const { browser, signIn } = await startPublicGateway()
    const attempts = Array.from({ length: 22 }, (_, n) =>
      signIn(browser(), `2001:db8:1:2::${n}`, wrongPassword, `nobody-${n}@example.com`),
    )
    expect(countStatuses(await Promise.all(attempts))).toEqual({ 401: 20, 429: 2 })
    expect((await signIn(browser(), '2001:db8:1:3::1', wrongPassword)).status).toBe(401)
  })

  test('let the owner sign in from another network, and from a known browser on the same one, despite failed attempts of others', {
    tags: ['failures-elsewhere-lock-nobody-out'],
  }, async () => {
    const { home, browser, signIn } = await startPublicGateway()
    await runSixTimes(() => signIn(browser(), '198.51.100.1', wrongPassword))
    expect((await signIn(browser(), '203.0.113.7', ines.password)).status).toBe(200)

    await runSixTimes(() => signIn(browser(), '203.0.113.7', wrongPassword))
    expect((await signIn(browser(), '203.0.113.7', ines.password)).status).toBe(429)
    await home.post('/gateway/session/sign-out')
    expect((await signIn(home, '203.0.113.7', ines.password)).status).toBe(200)
  })

  test('use the cookie of a known browser only for its accounts, and for a few attempts', {
    tags: ['known-browser-has-its-accounts'],
  }, async () => {
    const { home, browser, signIn, invite } = await startPublicGateway()
    const omar = { ...ines, name: 'Omar', email: 'omar@example.com' }
    await browser().post('/gateway/session/link', { token: await invite({}), ...omar })
    await runSixTimes(() => signIn(browser(), '203.0.113.7', wrongPassword, omar.email))
    expect((await signIn(home, '203.0.113.7', wrongPassword, omar.email)).status).toBe(429)
    expect(countStatuses(await runSixTimes(() => signIn(home, '203.0.113.7', wrongPassword)))).toEqual({
      401: 5,
      429: 1,
    })
    // The browser sends the cookie only to the session endpoints, and scripts cannot read it.
    const cookies = (await signIn(browser(), '203.0.113.9', ines.password)).headers.getSetCookie()
    expect(cookies.find((cookie) => cookie.startsWith('switchboard.browser='))).toMatch(
      /^switchboard\.browser=[\w-]{22}\.[\w-]{43}; Max-Age=31536000; Path=\/gateway\/session; HttpOnly; Secure; SameSite=Lax$/,
    )
  })
})

describe('one-time link', { tags: ['R35'] }, () => {
  test('is checked before the e-mail, so an invalid link gets the same answer for any e-mail', {
    tags: ['link-before-email'],
  }, async () => {
    const { browser } = await startPublicGateway()
    const answers = []
    for (const email of [ines.email, 'nobody@example.com'])
      answers.push((await signUpWithLink(browser(), 'no such link', email)).json.error)
    const { reference: _, ...firstError } = answers[0] ?? {}
    expect(answers[1]).toMatchObject(firstError)
    expect(firstError).toMatchObject({ status: 400, code: 'link_used' })
  })

  test('gives the same answer for an e-mail in use and for one that was not invited', async () => {
    const { browser, invite } = await startPublicGateway()
    const token = await invite({ email: 'omar@example.com' })
    const openToken = await invite({})
    const answers = [
      await signUpWithLink(browser(), token, 'eve@example.com'),
      await signUpWithLink(browser(), openToken, ines.email),
    ]
    for (const { status, json } of answers) expect([status, json.error.code]).toEqual([400, 'link_not_for_email'])
    expect(answers[0]?.json.error.message).toBe(answers[1]?.json.error.message)
    expect((await signUpWithLink(browser(), token, 'Omar@example.com')).status).toBe(200)
  })

  test('allows five attempts per link and twenty per network address', async () => {
    const { browser, invite } = await startPublicGateway()
    const token = await invite({})
    expect(countStatuses(await runSixTimes(() => signUpWithLink(browser(), token, ines.email)))).toEqual({
      400: 5,
      429: 1,
    })
    const guesses = Array.from({ length: 22 }, (_, n) =>
      signUpWithLink(browser(), `guess-${n}`, 'eve@example.com', { address: '203.0.113.9' }),
    )
    expect(countStatuses(await Promise.all(guesses))).toEqual({ 400: 20, 429: 2 })
  })

  test('creates one operator when several people use it at once', { tags: ['link-works-once'] }, async () => {
    const { browser, invite } = await startPublicGateway()
    const token = await invite({})
    const answers = await Promise.all(
      ['eve@example.com', 'omar@example.com', 'ada@example.com'].map((email) =>
        signUpWithLink(browser(), token, email),
      ),
    )
    const outcomes = answers.map(({ status, json }) => (status === 200 ? 'signed in' : json.error.code))
    expect(outcomes.toSorted()).toEqual(['link_used', 'link_used', 'signed in'])
  })

  test('can be checked without using it', async () => {
    const { browser, invite, advance } = await startPublicGateway()
    const checkLink = async (token: string) => (await browser().post('/gateway/session/link/check', { token })).json
    const [token, expiringToken] = [await invite({}), await invite({})]
    expect(await checkLink(token)).toEqual({ usable: true })
    await signUpWithLink(browser(), token, 'eve@example.com')
    expect(await checkLink(token)).toEqual({ usable: false })
    expect(await checkLink('no such link')).toEqual({ usable: false })
    advance(25 * 3_600_000)
    expect(await checkLink(expiringToken)).toEqual({ usable: false })
  })
})

test('the session says that there is no operator yet, until the first one exists', async () => {
  const { gateway, browser } = await startGatewayWithService(undefined, {
    environment: { PUBLIC_URL: 'https://127.0.0.1' },
  })
  const readNoOperatorYet = async () => (await browser().get('/gateway/session')).json.noOperatorYet
  expect(await readNoOperatorYet()).toBe(true)
  await browser().post('/gateway/session/link', { token: await gateway.firstLink(), ...ines })
  expect(await readNoOperatorYet()).toBe(false)
})

test('only one of the links for the first administrator works', {
  tags: ['first-administrator-is-one'],
}, async () => {
  const { gateway, browser } = await startGatewayWithService(undefined, {
    environment: { PUBLIC_URL: 'https://127.0.0.1' },
  })
  const tokens = [await gateway.firstLink(), await gateway.firstLink(), await gateway.firstLink()]
  const home = browser()
  expect((await signUpWithLink(home, tokens[1] ?? '', ines.email)).status).toBe(200)
  for (const token of [tokens[0], tokens[2]])
    expect(await signUpWithLink(browser(), token ?? '', 'eve@example.com')).toMatchObject({
      status: 400,
      json: { error: { code: 'link_used' } },
    })
  expect((await home.get('/gateway/operators')).json).toMatchObject({
    invitations: [],
    operators: [{ email: ines.email }],
  })
})

test('passwords keep leading and trailing spaces', async () => {
  const { browser, signIn, invite } = await startPublicGateway()
  const password = ' a long enough password '
  const omar = { name: 'Omar', email: 'omar@example.com', password }
  await browser().post('/gateway/session/link', { token: await invite({}), ...omar })
  expect((await signIn(browser(), '203.0.113.7', password, omar.email)).status).toBe(200)
  expect((await signIn(browser(), '203.0.113.7', password.trim(), omar.email)).status).toBe(401)
})
