/** One person: everything that the team has seen of a phone number or an e-mail address, in order. Sends nothing to the service. */
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Conversation, Found, LiveCall, Person, PersonAddress, PersonEntry } from '#contract/index.ts'
import { spellingsOf } from '#phone/telephone.ts'
import { timeZonesOf } from '#phone/zones.ts'
import type { Contacts } from '../contacts/contacts.ts'
import type { DoNotCall } from '../contacts/do-not-call.ts'
import type { Conversations } from '../registry/conversations.ts'
import type { Registry } from '../registry/registry.ts'
import type { Clock } from '../shared/clock.ts'
import { createMemo } from '../shared/memo.ts'
import { notFound, refusal } from '../shared/refusals.ts'
import type { Store } from '../store/store.ts'
import { type Address, addressesIn, addressOf, isNumber, type PersonIds } from './person-id.ts'
import {
  countKnownRows,
  findBatches,
  findCalls,
  findDecisions,
  findNameInRows,
  type SearchedNumber,
  unseen,
} from './sources.ts'

/** The most entries in one answer. */
const maxEntries = 500
/** Characters of a message in the timeline. Its conversation has the whole text. */
const maxMessageLength = 1_000
/** The most people that a search answers with. */
const maxFoundPeople = 5
/** Conversations that are compared before other requests run. */
const conversationsPerSlice = 200

const noAddress = () =>
  refusal({
    status: 400,
    code: 'invalid_request',
    message: 'This is neither a phone number with its country code nor an e-mail address of up to 80 characters.',
  })
const noPerson = () => notFound('Nobody was found at this address. The link may be from another Switchboard.')

/** A number as tables have it, with and without its plus. */
const spellingsIn = (number: string) => spellingsOf(number).flatMap((spelling) => [spelling, spelling.slice(1)])

const isSame = (one: Address | null, other: Address) => one?.kind === other.kind && one.text === other.text

export type People = ReturnType<typeof createPeople>

/**
 * @param deps.liveCalls the calls on the wall of a workspace
 * @param deps.ledgerHash the hash of a number in `placed_calls`
 */
export function createPeople(deps: {
  store: Store
  personIds: PersonIds
  conversations: Conversations
  contacts: Contacts
  doNotCall: DoNotCall
  registry: Registry
  liveCalls: (workspace: string) => Promise<readonly LiveCall[]>
  ledgerHash: (number: string) => string
  clock: Clock
}) {
  const { store, personIds, conversations, contacts, doNotCall, registry, liveCalls, ledgerHash, clock } = deps

  const knownRows = createMemo({ clock }, () => countKnownRows(store))

  const presentAddress = (address: Address): PersonAddress => ({
    personId: personIds.idOf(address),
    phone: address.kind === 'phone' ? address.text : null,
    email: address.kind === 'email' ? address.text : null,
  })

  /** The known conversations with this number or e-mail address, the latest first. */
  async function findConversations(workspace: string, address: Address): Promise<Conversation[]> {
    const found: Conversation[] = []
    for (const [index, { conversation }] of conversations.all(workspace).entries()) {
      if (index % conversationsPerSlice === conversationsPerSlice - 1) await yieldToEventLoop()
      if (!conversation) continue
      const { phone, email } = conversation.customer
      const isPerson =
        address.kind === 'email' ? email?.trim().toLowerCase() === address.text : isNumber(phone, address.text)
      if (isPerson) found.push(conversation)
    }
    return found.toSorted((one, other) => other.updatedAt.localeCompare(one.updatedAt))
  }

  /** The customers whose e-mail address has the text; none for a text without @. */
  async function findByEmail(workspace: string, text: string): Promise<Conversation['customer'][]> {
    const part = text.trim().toLowerCase()
    if (!part.includes('@')) return []
    const customers: Conversation['customer'][] = []
    for (const [index, { conversation }] of conversations.all(workspace).entries()) {
      if (index % conversationsPerSlice === conversationsPerSlice - 1) await yieldToEventLoop()
      if (conversation?.customer.email?.toLowerCase().includes(part)) customers.push(conversation.customer)
    }
    return customers
  }

  const messagesOf = ({ _id: conversationId, agentId, messages, createdAt }: Conversation): PersonEntry[] =>
    messages.map((message, index) => ({
      kind: 'message',
      key: `message/${conversationId}/${message._id || index}`,
      at: Date.parse(message.createdAt || createdAt) || 0,
      conversationId,
      agentName: registry.nameOf('agent', agentId),
      message: { ...message, message: message.message.slice(0, maxMessageLength) },
    }))

  /** Everything that only a number has: calls, batches and do-not-call entries. */
  async function entriesOfNumber(workspace: string, number: string, live: readonly LiveCall[]): Promise<PersonEntry[]> {
    const numbers = spellingsOf(number)
    const searched: SearchedNumber = {
      spellings: spellingsIn(number),
      ledgerHashes: numbers.map(ledgerHash),
      hashes: await contacts.hash(numbers),
    }
    const calls = await findCalls(store, workspace, searched, (agentId) => registry.nameOf('agent', agentId))
    const liveByRoom = new Map(live.map((call) => [call.roomName, call]))
    const rooms = new Set(calls.map(({ roomName }) => roomName))
    const unseenLive = live
      .filter(({ roomName }) => !rooms.has(roomName))
      .map(
        ({ roomName, readAt, aiAgentName, batchId, duration }): PersonEntry => ({
          ...unseen,
          kind: 'call',
          key: `call/${roomName}`,
          at: duration === null ? readAt : readAt - duration * 1_000,
          roomName,
          agentName: aiAgentName || null,
          batchId,
          state: 'live',
          duration,
        }),
      )
    const entry = await doNotCall.search(workspace, number)
    const { entryId, lastTwo: _, until = null, ...facts } = entry ?? { entryId: '', lastTwo: '' }
    return [
      ...calls.map((call) => (liveByRoom.has(call.roomName) ? { ...call, state: 'live' as const } : call)),
      ...unseenLive,
      ...(await findBatches(store, searched.hashes)),
      ...('at' in facts
        ? [{ kind: 'do-not-call' as const, key: `do-not-call/${entryId}`, at: facts.at, facts, until }]
        : []),
    ]
  }

  return {
    /**
     * The key of the page of a number or an e-mail address.
     *
     * @param text the first number in it counts
     * @throws Refusal 400 if there is neither
     */
    find(text: string): PersonAddress {
      const [address] = addressesIn(text)
      // guard: only-addresses-are-people
      if (!address) throw noAddress()
      return presentAddress(address)
    },

    /**
     * Adds people to what a search found: those of its conversations and calls, and those whose e-mail address has the text. The people of
     * whole numbers in the text come first, also if nothing was seen of them.
     *
     * @param found what the registry found
     */
    async addTo(workspace: string, text: string, found: readonly Found[]): Promise<Found[]> {
      const customers = found.flatMap(({ kind, id, title }) => {
        if (kind === 'conversation') return conversations.find(workspace, id)?.conversation?.customer ?? []
        return kind === 'call' ? { name: null, phone: title, email: null } : []
      })
      const typed = addressesIn(text).filter(({ kind }) => kind === 'phone')
      const all = [...customers, ...(await findByEmail(workspace, text))].map(({ name, phone, email }) => ({
        name,
        address: addressOf(phone) ?? addressOf(email),
      }))
      const nameOf = (one: Address) => all.find(({ name, address }) => name && isSame(address, one))?.name ?? null
      const people = new Map<string, Found>()
      for (const { name, address } of [...typed.map((address) => ({ name: nameOf(address), address })), ...all]) {
        if (!address || people.has(address.text) || people.size === maxFoundPeople) continue
        const id = personIds.idOf(address)
        people.set(address.text, {
          kind: 'person',
          id,
          title: name || address.text,
          note: name ? `Timeline of ${address.text}` : 'Timeline',
        })
      }
      return typed.length > 0 ? [...people.values(), ...found] : [...found, ...people.values()]
    },

    /**
     * The timeline of a person, the latest first.
     *
     * @throws Refusal 404 if no address has this key
     */
    async show(workspace: string, personId: string): Promise<Person> {
      const address = personIds.addressOfId(personId)
      if (!address) throw noPerson()
      const ofPerson = await findConversations(workspace, address)
      const live =
        address.kind === 'phone'
          ? (await liveCalls(workspace)).filter((call) => call.live && isSame(addressOf(call.customerPhone), address))
          : []
      const entries = [
        ...ofPerson.flatMap(messagesOf),
        ...(await findDecisions(
          store,
          ofPerson.map(({ _id }) => _id),
        )),
        ...(address.kind === 'phone' ? await entriesOfNumber(workspace, address.text, live) : []),
      ].toSorted((one, other) => other.at - one.at || other.key.localeCompare(one.key))
      const otherAddresses = ofPerson.flatMap(({ customer }) => [addressOf(customer.phone), addressOf(customer.email)])
      const others = new Map(
        otherAddresses.flatMap((other) => (other && !isSame(other, address) ? [[other.text, other] as const] : [])),
      )
      return {
        ...presentAddress(address),
        name:
          ofPerson.find(({ customer }) => customer.name)?.customer.name ??
          live.find(({ customerName }) => customerName)?.customerName ??
          (address.kind === 'phone' ? await findNameInRows(store, spellingsIn(address.text)) : null),
        zones: address.kind === 'phone' ? [...timeZonesOf(address.text)] : [],
        others: [...others.values()].map(presentAddress),
        conversationIds: ofPerson.map(({ _id }) => _id),
        entries: entries.slice(0, maxEntries),
        hasMore: entries.length > maxEntries,
        unread: conversations.countUnread(workspace),
        rows: address.kind === 'phone' ? await knownRows.value(null) : null,
      }
    },
  }
}
