/**
 * What the start of a file (`launches.ts`) and that of a prepared batch (`prepared-starts.ts`) have in common: whom it calls, its one
 * request to the service, and what is let go of after it.
 */
import type { LaunchFields, Operator } from '#contract/index.ts'
import type { CheckRecipients, People } from '../calling-rules/recipient-rules.ts'
import type { SecondPersonRule } from '../calling-rules/second-person.ts'
import type { Contacts } from '../contacts/contacts.ts'
import { startUnknown } from '../contacts/refusals.ts'
import type { Ledger } from '../ledger/ledger.ts'
import { sendCommand } from '../ledger/send-command.ts'
import type { Subjects } from '../ledger/subjects.ts'
import type { Outcome } from '../ledger/types.ts'
import type { NewBatch } from '../registry/batches.ts'
import type { Registry } from '../registry/registry.ts'
import type { Clock } from '../shared/clock.ts'
import type { Log } from '../shared/log.ts'
import type { Requester } from '../shared/requester.ts'
import type { RequestService } from '../upstream/budgeted-request.ts'
import { encodeMultipart } from '../upstream/multipart.ts'
import type { Called, CheckFile } from './checked-file.ts'
import type { Closings } from './closings.ts'
import type { PreparedBatches } from './prepared-batches.ts'

export interface Asked {
  key: string | undefined
  operator: Operator
  who: Requester
  workspace: string
}
export interface Launch extends Asked {
  fields: LaunchFields
  file: Uint8Array<ArrayBuffer>
}

export interface Started {
  batchId: string
  totalCalls: number
  effectId: string
}

/** People whom the start's file calls. */
export interface CalledPeople extends People {
  recipients: readonly Called[]
}

/** E.164. Personal data. */
export const numbersIn = (recipients: readonly Called[]): string[] => recipients.map(({ phone_number }) => phone_number)
/** The same people cannot be started twice with one agent. @param people as `recipientsText` gives them */
export const targetOf = (agentId: string, people: string): string => `launch/${agentId}/${people}`

/** @param out places (from 0) of those who are not called */
export function startWithout(people: CalledPeople, out: ReadonlySet<number>): CalledPeople {
  const isCalled = (_: unknown, place: number) => !out.has(place)
  return { ...people, recipients: people.recipients.filter(isCalled), hashes: people.hashes.filter(isCalled) }
}

export type SendStart = ReturnType<typeof createSendStart>

/** What the start of a file and that of a prepared batch both use. */
export interface StartDeps {
  ledger: Ledger
  registry: Registry
  clock: Clock
  checkFile: CheckFile
  prepared: PreparedBatches
  closings: Closings
  contacts: Contacts
  rules: CheckRecipients
  secondPerson: SecondPersonRule
  subjects: Subjects
  sending: SendStart
}

/** Sends recorded starts to the service. */
export function createSendStart(deps: {
  ask: RequestService
  registry: Registry
  contacts: Contacts
  closings: Closings
  subjects: Subjects
  clock: Clock
  log: Log
}) {
  const { ask, registry, contacts, closings, subjects, clock, log } = deps

  /** @param effectId its record in the ledger @param gateway as that of `Command.send` */
  async function send(
    { fields, file, operator, who, workspace }: Launch,
    effectId: string,
    gateway: number,
  ): Promise<Outcome> {
    const { agentId, scheduledAt, smartCallbackConfig } = fields
    const command = {
      name: 'batchStart',
      params: {},
      multipart: await encodeMultipart({ agentId, scheduledAt, smartCallbackConfig }, file),
      workspace,
      gateway,
    } as const
    const outcome = await sendCommand(ask, command, who, clock.now)
    if (outcome.state !== 'done') return outcome.state === 'unknown' ? startUnknown(outcome) : outcome
    const { batchId, totalCalls } = outcome.answer as Started
    // A success that names no batch: it may ring anywhere, and cannot be found again.
    if (batchId === '') return startUnknown(outcome)
    const startedAt = clock.now()
    await follow({ batchId, name: fields.name, agentId, startedBy: operator.name, startedAt, effectId })
    return { state: 'done', answer: { batchId, totalCalls, effectId }, batchId }
  }

  /** The batch has started, whether or not it can be put into the list. */
  async function follow(batch: NewBatch): Promise<void> {
    await registry.follow(batch).catch((error: unknown) => {
      log.error({ batchId: batch.batchId, error: String(error) }, 'a started batch could not be put into the list')
    })
  }

  /** What a start leaves behind besides its batch. */
  async function tidy(effectId: string, state: Outcome['state']): Promise<void> {
    if (state === 'refused') {
      await contacts.forget(effectId)
      await closings.forget(effectId)
    }
    contacts.sweep()
    subjects.sweep()
  }

  return { send, tidy }
}
