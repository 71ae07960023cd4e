/** The gateway's endpoints of the do-not-call list: numbers that nobody of a workspace may call or have a message drafted to. */
import * as z from 'zod/mini'
import { endpoint, everyone } from '../shared/endpoint.ts'
import { onDemand } from '../shared/freshness.ts'
import { Pagination, pageQuery } from '../shared/limits.ts'
import { filled, filledUpTo, id, moment } from '../shared/wire.ts'
import { ContactedBy } from './contacts.ts'
import { DoNotCallEntry } from './do-not-call-entry.ts'
import { ofGateway } from './endpoint-parts.ts'

/** Numbers of one import, its size in bytes, and how many of its rows that hold no number are named. */
export const doNotCallLimits = { numbers: 1_000_000, bytes: 128 * 1024 * 1024, namedRows: 10_000, reason: 200 } as const

const ofList = { ...ofGateway, section: 'design: do not call', workspace: true } as const
const managers = ['campaign_manager', 'admin'] as const
const number = filledUpTo(80)
/** By which it is taken back; null: nothing was added. */
const additionId = z.nullable(id)
const reason = filledUpTo(doNotCallLimits.reason)

export const doNotCallEndpoints = {
  doNotCallList: endpoint({
    ...ofList,
    method: 'GET',
    path: '/gateway/do-not-call',
    label: 'Reading the do-not-call list',
    freshness: onDemand(1),
    roles: everyone,
    summary: 'The do-not-call list of the workspace, newest first, entries whose end date has passed included.',
    query: z.strictObject(pageQuery),
    response: z.object({ entries: z.array(DoNotCallEntry), pagination: Pagination }),
  }),
  doNotCallAdd: endpoint({
    ...ofList,
    method: 'POST',
    path: '/gateway/do-not-call',
    label: 'Adding to the do-not-call list',
    done: 'Added a number to the do-not-call list',
    invalidates: ['doNotCallList', 'reviewQueue'],
    roles: everyone,
    summary:
      'Add a number, in any spelling with its country code. An entry that lasts as long or longer stays as it is.',
    body: z.strictObject({
      number,
      reason,
      until: z.optional(moment),
      source: z.optional(
        z.strictObject({ kind: z.enum(['hand', 'call', 'conversation', 'batch_row']), id: z.optional(id) }),
      ),
    }),
    response: z.object({
      entry: DoNotCallEntry,
      /** false: it was on the list already. */
      isNew: z.boolean(),
      additionId,
      /** Batches that are to call the number all the same: running, scheduled or held back. */
      batches: z.array(ContactedBy),
    }),
  }),
  doNotCallSearch: endpoint({
    ...ofList,
    method: 'POST',
    path: '/gateway/do-not-call/search',
    label: 'Searching the do-not-call list',
    invalidates: [],
    roles: everyone,
    summary: 'Whether a number is on the list. A POST, so that the number stays out of URLs.',
    body: z.strictObject({ number }),
    response: z.object({
      /** null: it is not on the list, or its end date has passed. */
      entry: z.nullable(DoNotCallEntry),
    }),
  }),
  doNotCallImport: endpoint({
    ...ofList,
    method: 'POST',
    path: '/gateway/do-not-call/import',
    label: 'Importing a do-not-call list',
    done: 'Imported do-not-call numbers',
    invalidates: ['doNotCallList', 'reviewQueue'],
    roles: managers,
    summary:
      'Add the numbers of a CSV or text file, or the entries of a file that this Switchboard exported. 400 `choose_column` (`details`: their names, one in each line) or `choose_country` (`details`: the likely one) asks for a field.',
    upload: z.strictObject({
      reason,
      until: z.optional(moment),
      fileName: z.optional(filledUpTo(200)),
      /** The column with the numbers, where several could be it. */
      column: z.optional(filled.check(z.maxLength(200))),
      /** The country (ISO 3166) of numbers without a country code; `none`: they are left out. */
      country: z.optional(z.string().check(z.regex(/^(?:[A-Z]{2}|none)$/))),
      /** `column`: the numbers of a column of a batch's file that says so. */
      source: z.optional(z.enum(['import', 'column'])),
    }),
    response: z.object({
      /** Of the rows that hold anything: numbers that are new, that were on the list or twice in the file, and that are none. */
      added: z.number(),
      already: z.number(),
      invalid: z.number(),
      additionId,
      /** The first rows that hold no number, as a spreadsheet counts; their cell, shortened, and what is wrong with it. */
      rows: z.array(z.object({ row: z.number(), text: z.string(), problem: z.string() })),
    }),
  }),
  doNotCallExport: endpoint({
    ...ofList,
    method: 'POST',
    path: '/gateway/do-not-call/export',
    label: 'Exporting the do-not-call list',
    done: 'Exported the do-not-call list',
    invalidates: [],
    roles: managers,
    summary:
      'The list as a CSV file: last two digits, who, when, why, until when, and the keyed hash. The numbers cannot be read from it. Only this Switchboard can import it again, by the hash.',
  }),
  doNotCallRemove: endpoint({
    ...ofList,
    method: 'DELETE',
    path: '/gateway/do-not-call/{entryId}',
    label: 'Removing from the do-not-call list',
    done: 'Removed a number from the do-not-call list',
    invalidates: ['doNotCallList', 'reviewQueue'],
    roles: managers,
    summary: 'Remove a number from the list. It can be put back for a day.',
    response: DoNotCallEntry,
  }),
  doNotCallTakeBack: endpoint({
    ...ofList,
    method: 'POST',
    path: '/gateway/do-not-call/additions/{additionId}/take-back',
    label: 'Adding to the do-not-call list',
    done: 'Undid an addition to the do-not-call list',
    invalidates: ['doNotCallList', 'reviewQueue'],
    roles: everyone,
    summary:
      'Undo what you added within the last hour: a number, or all numbers of a file. A number that was on the list before has its former entry again.',
    /** Numbers that are no longer on the list, and those that still are since they were before. */
    response: z.object({ removed: z.number(), kept: z.number() }),
  }),
  doNotCallRestore: endpoint({
    ...ofList,
    method: 'POST',
    path: '/gateway/do-not-call/{entryId}/restore',
    label: 'Changing the do-not-call list',
    done: 'Put a number back on the do-not-call list',
    invalidates: ['doNotCallList', 'reviewQueue'],
    roles: managers,
    summary: 'Put back what was removed, with who added it, when and why.',
    response: DoNotCallEntry,
  }),
}
