/** The do-not-call list as a file: importing numbers, and exporting the list so that it can be imported again. */
import type { Contract, ResponseOf } from '#contract/index.ts'
import { doNotCallLimits } from '#contract/index.ts'
import { writeLeftOut, writeMoreLeftOut } from '#recipients/file/write.ts'
import type { Contacts } from './contacts.ts'
import { type Addition, type DoNotCall, hashIn, lastTwoOf, listed } from './do-not-call.ts'
import { exportColumns, hashColumn, type ReadOptions, readNumbers } from './do-not-call-file.ts'
import { sliceRows } from './slices.ts'

/** Characters of a hash by which numbers are sorted into groups, so that no sorting takes long. */
const groupedBy = 2

/** Slices in the order of the hashes, none twice: of two entries of one number the one that lasts longer. */
function* inOrder(groups: ReadonlyMap<string, readonly string[]>): Generator<string[]> {
  let slice: string[] = []
  for (const name of [...groups.keys()].toSorted()) {
    const sorted = (groups.get(name) ?? []).toSorted()
    for (const [at, one] of sorted.entries()) {
      if (hashIn(sorted[at + 1] ?? '') === hashIn(one)) continue
      slice.push(one)
      if (slice.length < sliceRows) continue
      yield slice
      slice = []
    }
  }
  if (slice.length > 0) yield slice
}

export type DoNotCallFiles = ReturnType<typeof createDoNotCallFiles>

export function createDoNotCallFiles({ contacts, list }: { contacts: Contacts; list: DoNotCall }) {
  /** Names the key of the hashes, and tells nothing about it. */
  const keyPrint = async () => (await contacts.hash(['']))[0]?.slice(0, 8) ?? ''

  return {
    /**
     * Adds the numbers of a file, in slices that let other requests through. Nothing is added before the whole file was read.
     *
     * @param chosen by a person, where the file leaves it open
     * @throws Refusal as `readNumbers` and `DoNotCall.addAll`
     */
    async import(
      bytes: Uint8Array,
      chosen: Pick<ReadOptions, 'column' | 'country'>,
      addition: Addition,
    ): Promise<ResponseOf<Contract['doNotCallImport']>> {
      const groups = new Map<string, string[]>()
      const rows: { row: number; text: string; problem: string }[] = []
      let [numbers, invalid] = [0, 0]
      const put = (one: string) => {
        numbers += 1
        const name = one.slice(0, groupedBy)
        const group = groups.get(name)
        if (group) group.push(one)
        else groups.set(name, [one])
      }
      for await (const slice of readNumbers(bytes, { keyPrint: await keyPrint(), ...chosen })) {
        const called = slice.flatMap((one) => ('number' in one ? [one.number] : []))
        for (const [at, hash] of (await contacts.hash(called)).entries())
          put(listed(hash, lastTwoOf(called[at] ?? ''), addition.until))
        for (const one of slice) {
          if ('hash' in one) put(listed(one.hash, one.lastTwo, one.until ?? addition.until))
          if (!('problem' in one)) continue
          invalid += 1
          if (rows.length < doNotCallLimits.namedRows) rows.push(one)
        }
      }
      const { added, additionId } =
        numbers === 0 ? { added: 0, additionId: null } : await list.addAll(inOrder(groups), addition)
      return { added, already: numbers - added, invalid, rows, additionId: added === 0 ? null : additionId }
    },

    /** The list as CSV. It can be imported again here; the numbers cannot be read from it. */
    async export(workspace: string): Promise<ReadableStream<Uint8Array>> {
      const columns = [...exportColumns, hashColumn(await keyPrint())]
      const encoder = new TextEncoder()
      let after: string | undefined
      return new ReadableStream(
        {
          async pull(controller) {
            const entries = await list.slice(workspace, after ?? '')
            const rows = entries.map(({ entryId, lastTwo, operator, at, reason, source, until }) => [
              lastTwo,
              reason,
              operator,
              new Date(at).toISOString(),
              source.name ?? source.kind,
              until === null ? '' : new Date(until).toISOString(),
              entryId,
            ])
            const text = after === undefined ? writeLeftOut(columns, rows) : writeMoreLeftOut(rows)
            if (text !== '') controller.enqueue(encoder.encode(text))
            after = entries.at(-1)?.entryId
            if (entries.length < sliceRows) controller.close()
          },
        },
        { highWaterMark: 0 },
      )
    },
  }
}
