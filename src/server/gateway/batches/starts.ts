/**
 * Shared by starts of files (`launches.ts`) and of prepared batches (`prepared-starts.ts`): the people called, the one request to the
 * service, and the cleanup after it.
 */
import type { LaunchFields, Operator } from '#contract/index.ts'
import type { People, RecipientChecks } from '../calling-rules/recipient-rules.ts'
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
import type { FileSource } from '../shared/file-reader.ts'
import type { Log } from '../shared/log.ts'
import type { Requester } from '../shared/requester.ts'
import type { RequestService } from '../upstream/budgeted-request.ts'
import { encodeMultipart } from '../upstream/multipart.ts'
import type { FileChecks, FileRecipient } from './checked-file.ts'
import type { Closings } from './closings.ts'
import type { FileRows } from './file-rows.ts'
import type { PreparedBatches } from './prepared-batches.ts'

export interface StartRequest {
  key: string | undefined
  operator: Operator
  requester: Requester
  workspace: string
  /** Ends the reading of its file. Once a start is recorded, it is sent. */
  signal?: AbortSignal | undefined
}
export interface Launch<File extends FileSource = FileSource> extends StartRequest {
  fields: LaunchFields
  file: File
  /** The numbers that its rows have in the file that a person chose (`rowRanges`). Not given: not known. */
  fileRows?: string | null | undefined
}

export interface Started {
  batchId: string
  totalCalls: number
  effectId: string
}

/** The people whom a start calls. */
export interface CalledPeople extends People {
  recipients: readonly FileRecipient[]
}

/** E.164. Personal data. */
export const numbersOf = (recipients: readonly FileRecipient[]): string[] =>
  recipients.map(({ phone_number }) => phone_number)
/** The ledger's target: prevents two live starts of the same people with one agent. @param peopleText from `recipientsText` */
export const targetOf = (agentId: string, peopleText: string): string => `launch/${agentId}/${peopleText}`

/** @returns the people without those at these indexes (from 0) */
export function excludeIndexes(people: CalledPeople, indexes: ReadonlySet<number>): CalledPeople {
  const isCalled = (_: unknown, index: number) => !indexes.has(index)
  return { ...people, recipients: people.recipients.filter(isCalled), hashes: people.hashes.filter(isCalled) }
}

type StartSender = ReturnType<typeof createStartSender>

/** Dependencies of both kinds of start. */
export interface StartDeps {
  ledger: Ledger
  registry: Registry
  clock: Clock
  checkFile: FileChecks['checkFile']
  preparedBatches: PreparedBatches
  closings: Closings
  contacts: Contacts
  rules: RecipientChecks
  secondPerson: SecondPersonRule
  subjects: Subjects
  fileRows: FileRows
  startSender: StartSender
}

/** Sends recorded starts to the service. */
export function createStartSender(deps: {
  requestService: RequestService
  registry: Registry
  contacts: Contacts
  closings: Closings
  subjects: Subjects
  fileRows: FileRows
  clock: Clock
  log: Log
}) {
  const { requestService, registry, contacts, closings, subjects, fileRows, clock, log } = deps

  /** Sends a start to the service once. @param effectId its record in the ledger @param gateway as in `Command.send` */
  async function send(
    { fields, file, operator, requester, workspace }: Launch<Uint8Array<ArrayBuffer>>,
    effectId: string,
    gateway: number,
  ): Promise<Outcome> {
    const { agentId, smartCallbackConfig } = fields
    // A start time that passed on its way here means at once. The service refuses it.
    const isLater = fields.scheduledAt !== undefined && Date.parse(fields.scheduledAt) > clock.now()
    const scheduledAt = isLater ? fields.scheduledAt : undefined
    const command = {
      name: 'batchStart',
      params: {},
      multipart: await encodeMultipart({ agentId, scheduledAt, smartCallbackConfig }, file),
      workspace,
      gateway,
    } as const
    const outcome = await sendCommand(requestService, command, requester, clock.now)
    if (outcome.state !== 'done') return outcome.state === 'unknown' ? startUnknown(outcome) : outcome
    const { batchId, totalCalls } = outcome.answer as Started
    // A success without a batch id: it may be calling people, and cannot be found again.
    if (batchId === '') return startUnknown(outcome)
    const startedAt = clock.now()
    await addToList({ batchId, name: fields.name, agentId, startedBy: operator.name, startedAt, effectId, workspace })
    return { state: 'done', answer: { batchId, totalCalls, effectId }, batchId }
  }

  /** Adds the batch to the list. A failure is only logged, because the batch has started. */
  async function addToList(batch: NewBatch): Promise<void> {
    await registry.recordBatch(batch).catch((error: unknown) => {
      log.error({ batchId: batch.batchId, error: String(error) }, 'could not add a started batch to the list')
    })
  }

  /** Deletes the records that an ended start no longer needs. */
  async function cleanUp(effectId: string, state: Outcome['state']): Promise<void> {
    if (state === 'refused') {
      await contacts.recordNobodyCalled(effectId)
      await closings.remove(effectId)
      await fileRows.remove(effectId)
    }
    contacts.sweep()
    subjects.sweep()
  }

  return { send, cleanUp }
}
