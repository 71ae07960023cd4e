/** What is heard when a mailbox answers: its greeting, and the agent's message. */
import { edgesFrom, stepOf, stepText } from '#flow-engine/graph.ts'
import { fillVariables } from '#flow-engine/variables.ts'
import { startWalk } from '#flow-engine/walk.ts'
import { chance, pick, type Random } from '../shared/random.ts'
import { companyOf, namePattern } from './conversation.ts'
import type { Purpose } from './purpose.ts'
import type { CallFlow } from './talk.ts'
import words from './words.json' with { type: 'json' }

const { greetings, requests, mailboxes } = words.voicemail
/** Mailboxes of some countries in their languages. */
const localMailboxes: Readonly<Record<string, readonly string[]>> = words.voicemail.localMailboxes

/** What a mailbox may hear of the matter: what the flow says first, unless it is a debt or the flow asks first who is speaking. */
function matterToLeave(flow: CallFlow, purpose: Purpose): string {
  const { step, graph } = startWalk(flow)
  const next = step === null ? undefined : stepOf(graph, edgesFrom(graph, step.id)[0]?.target)
  return purpose !== 'payment' && next?.type === 'say' ? stepText(next) : ''
}

interface VoicemailInput {
  purpose: Purpose
  variables: Record<string, string>
  /** ISO 3166. */
  country: string
}

/** The texts of a mailbox. Some agents hang up at the tone: their message is ''. */
export function voicemailTexts(
  random: Random,
  flow: CallFlow,
  { purpose, variables, country }: VoicemailInput,
): { mailbox: string; message: string } {
  // Without a name of the customer, nobody says it.
  const sayable = (texts: readonly string[]) =>
    texts.filter((text) => variables.first_name !== '' || !namePattern.test(text))
  const local = sayable(localMailboxes[country] ?? [])
  const mailbox = pick(random, chance(random, 0.6) && local.length > 0 ? local : sayable(mailboxes))
  const parts = [pick(random, sayable(greetings)), matterToLeave(flow, purpose), pick(random, requests)]
  const message = chance(random, 0.85) ? parts.filter((text) => text !== '').join(' ') : ''
  return {
    mailbox: fillVariables(mailbox, variables),
    message: fillVariables(message, { ...variables, company: companyOf(flow) }),
  }
}
