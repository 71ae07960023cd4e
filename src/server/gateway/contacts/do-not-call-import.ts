/** The do-not-call list as a file: importing numbers, and exporting the list so that it can be imported again. */
import { setImmediate as letOthersRun } from 'node:timers/promises'
import type { Contract, ResponseOf } from '#contract/index.ts'
import { writeLeftOut, writeMoreLeftOut } from '#recipients/file/write.ts'
import { largeBytes } from '#server/child/child.ts'
import { runInQueuedChild } from '../shared/child.ts'
import type { Addition, DoNotCall } from './do-not-call.ts'
import { exportColumns, hashColumn, type ReadOptions } from './do-not-call-file.ts'
import { numberHash } from './number-hash.ts'
import { type NumbersRead, type NumbersToRead, readSlices } from './numbers-to-add.ts'
import { sliceRows } from './slices.ts'

export type DoNotCallFiles = ReturnType<typeof createDoNotCallFiles>

/** @param deps.key of the hashes in `Contacts` */
export function createDoNotCallFiles({ key, list }: { key: string; list: DoNotCall }) {
  /** Names the key of the hashes, and tells nothing about it. */
  const keyPrint = numberHash(key, '').slice(0, 8)

  return {
    /**
     * Adds the numbers of a file, in slices that let other requests through. Nothing is added before the whole file was read.
     *
     * @param chosen by a person, where the file leaves it open
     * @throws Refusal as `readNumbers` and `DoNotCall.addAll`
     */
    async import(
      bytes: Uint8Array<ArrayBuffer>,
      chosen: Pick<ReadOptions, 'column' | 'country'>,
      addition: Addition,
    ): Promise<ResponseOf<Contract['doNotCallImport']>> {
      const wanted: NumbersToRead = { bytes, ...chosen, until: addition.until, key, keyPrint, perSlice: sliceRows }
      const { slices, numbers, invalid, rows } =
        bytes.byteLength < largeBytes
          ? readSlices(wanted)
          : await runInQueuedChild<NumbersRead>(new URL('./numbers-child.ts', import.meta.url), wanted)
      const { added, additionId } = numbers === 0 ? { added: 0, additionId: null } : await list.addAll(slices, addition)
      return { added, already: numbers - added, invalid, rows, additionId: added === 0 ? null : additionId }
    },

    /** The list as CSV. It can be imported again here; the numbers cannot be read from it. */
    async export(workspace: string): Promise<ReadableStream<Uint8Array>> {
      const columns = [...exportColumns, hashColumn(keyPrint)]
      const encoder = new TextEncoder()
      let after: string | undefined
      return new ReadableStream(
        {
          async pull(controller) {
            // Where the reader is quick nothing else lets others have their turn.
            await letOthersRun()
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
