/** Imports files into the do-not-call list, and exports the list so that it can be imported again. */
import type { Contract, ResponseOf } from '#contract/index.ts'
import type { Reading } from '#server/child/reader.ts'
import { streamCsv } from '../shared/csv-stream.ts'
import { type FileSource, readElsewhere } from '../shared/file-reader.ts'
import type { Addition, DoNotCall } from './do-not-call.ts'
import { exportColumns, hashColumn, type ReadOptions } from './do-not-call-file.ts'
import { hashOfEncodedEntry } from './encoded-entry.ts'
import { numberHash } from './number-hash.ts'
import type { FileOfNumbers } from './numbers-child.ts'
import type { NumbersRead } from './numbers-to-add.ts'
import { rowsPerSlice } from './slices.ts'
import type { FindStillIncluded } from './still-included.ts'

export type DoNotCallFiles = ReturnType<typeof createDoNotCallFiles>

/** The hashes with which these lines begin, in the same slices. */
function* hashesOf(slices: readonly string[]) {
  for (const slice of slices) yield slice.split('\n').map(hashOfEncodedEntry)
}

/** @param deps.key the key of the number hashes */
export function createDoNotCallFiles(deps: { key: string; list: DoNotCall; findStillIncluded: FindStillIncluded }) {
  const { key, list, findStillIncluded } = deps
  /** Identifies the key of the hashes without revealing it. */
  const keyFingerprint = numberHash(key, '').slice(0, 8)

  return {
    /**
     * Adds the numbers of a file, in slices so that other requests can run. The whole file is read before any number is added.
     *
     * @param choices the operator's choices if the file is ambiguous
     * @param reading whose file it is
     * @throws Refusal as `readNumbers` and `DoNotCall.addAll`
     */
    async import(
      file: FileSource,
      choices: Pick<ReadOptions, 'column' | 'country'>,
      addition: Addition,
      reading: Reading,
    ): Promise<ResponseOf<Contract['doNotCallImport']>> {
      const numbersToRead: FileOfNumbers = {
        file,
        ...choices,
        until: addition.until,
        key,
        keyFingerprint,
        numbersPerSlice: rowsPerSlice,
      }
      const { slices, otherSpellings, numbers, invalid, rows } = await readElsewhere<NumbersRead>(
        new URL('./numbers-child.ts', import.meta.url),
        numbersToRead,
        reading,
      )
      const { added, additionId } =
        numbers === 0 ? { added: 0, additionId: null } : await list.addAll(slices, numbers, addition)
      return {
        added,
        already: numbers - added,
        invalid,
        rows,
        additionId: added === 0 ? null : additionId,
        ...(await findStillIncluded(addition.workspace, () => hashesOf([...slices, ...otherSpellings]))),
      }
    },

    /** The list as CSV, without readable numbers. Only this gateway can import it again. */
    async export(workspace: string): Promise<ReadableStream<Uint8Array>> {
      const columns = [...exportColumns, hashColumn(keyFingerprint)]
      let after = ''
      return streamCsv(columns, async () => {
        const entries = await list.slice(workspace, after)
        after = entries.at(-1)?.entryId ?? after
        const rows = entries.map(({ entryId, lastTwo, operator, at, reason, source, until }) => [
          lastTwo,
          reason,
          operator,
          new Date(at).toISOString(),
          source.name ?? source.kind,
          until === null ? '' : new Date(until).toISOString(),
          entryId,
        ])
        return { rows, isLast: entries.length < rowsPerSlice }
      })
    },
  }
}
