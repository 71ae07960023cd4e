import { describe, expect, test } from 'vitest'
import type { Contract, ResponseOf } from '#contract/index.ts'
import { startGatewayWithDrafts } from '../testing/review.ts'

type Answer = ResponseOf<Contract['conversationSearch']>

async function start() {
  const { grace, scriptedDrafts, service } = await startGatewayWithDrafts(3)
  Object.assign(scriptedDrafts.customer('c2'), {
    name: 'Zoë Ødegård',
    phone: '+442079460958',
    email: 'zoe@example.com',
  })
  scriptedDrafts.draft('c1').message = 'Your invoice of May is paid, and the next one comes in June.'
  await grace.get('/gateway/conversations')
  const search = async (text: string) =>
    (await grace.post('/gateway/conversations/search', { text })).json as unknown as Answer
  const ids = async (text: string) => (await search(text)).hits.map(({ conversationId }) => conversationId)
  return { grace, service, search, ids }
}

describe('the search of conversations', () => {
  test('finds words of a message in any order, and shows the place, without a request to the service', async () => {
    const { search, service } = await start()
    const before = service.received.length
    expect(await search('JUNE paid')).toEqual({
      hits: [
        {
          conversationId: 'c1',
          message: {
            messageId: 'm1',
            isFromCustomer: false,
            createdAt: expect.any(String),
            before: 'Your invoice of May is ',
            found: 'paid',
            after: ', and the next one comes in June.',
          },
        },
      ],
      hasMore: false,
      compared: 3,
      unread: 0,
    })
    expect(service.received).toHaveLength(before)
  })

  test('finds the name, the number in any format, the e-mail address and the ID', async () => {
    const { ids, search } = await start()
    expect(await ids('odegard zoe')).toEqual(['c2'])
    expect(await ids('020 7946 0958')).toEqual(['c2'])
    expect(await ids('zoe@example')).toEqual(['c2'])
    expect(await ids('c3')).toEqual(['c3'])
    expect((await search('zoe')).hits[0]?.message).toBeNull()
  })

  test('finds a name together with a word of a message, but not words of two messages', async () => {
    const { ids } = await start()
    expect(await ids('zoe monday')).toEqual(['c2'])
    expect(await ids('when invoice')).toEqual([])
    expect(await ids('  ')).toEqual([])
  })

  test('says how many conversations are not loaded, so were not searched', async () => {
    const { grace, service } = await startGatewayWithDrafts(1, { listed: false })
    service.setScript(() => ({ status: 503, body: { error: { code: 'down', message: 'Down.' } } }))
    const opened = await grace.post('/gateway/conversations', { ids: ['c1'] })
    expect(opened.json).toEqual({ opened: [], unknown: [], waiting: ['c1'] })
    expect((await grace.post('/gateway/conversations/search', { text: 'monday' })).json).toMatchObject({
      hits: [],
      compared: 0,
      unread: 1,
    })
  })

  test('lists agents, flows and undelivered messages of each conversation', async () => {
    const { grace, scriptedDrafts } = await startGatewayWithDrafts(2)
    Object.assign(scriptedDrafts.draft('c1'), { status: 'approved', sent: false })
    expect((await grace.get('/gateway/conversations')).json.conversations).toMatchObject([
      { conversationId: 'c2', agentId: 'a1', flowId: 'f1', drafts: 1, undelivered: 0, isRead: true },
      { conversationId: 'c1', drafts: 0, undelivered: 1 },
    ])
  })

  test('shows a draft as one, and in place of a rejected draft what the customer wrote', async () => {
    const { grace, scriptedDrafts } = await startGatewayWithDrafts(3)
    scriptedDrafts.draft('c1').status = 'rejected'
    Object.assign(scriptedDrafts.draft('c2'), { status: 'approved', sent: true })
    expect((await grace.get('/gateway/conversations')).json.conversations).toMatchObject([
      { conversationId: 'c3', last: 'Your visit is on Monday.', inbound: false, isDraft: true },
      { conversationId: 'c2', last: 'Your visit is on Monday.', inbound: false, isDraft: false },
      { conversationId: 'c1', inbound: true, isDraft: false },
    ])
  })
})
