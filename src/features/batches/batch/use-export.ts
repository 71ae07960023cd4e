/** An export of a batch's calls: where it stands, begun, stopped, and its file. */
import { useEffect, useRef } from 'react'
import { request } from '#api/client.ts'
import { useCommand } from '#api/commands.ts'
import { pollUntil, read, useRead } from '#api/reads.ts'
import { type BatchExport, Refusal } from '#contract/index.ts'
import { notify } from '#kit/actions/notices.ts'

/** Its progress is followed while it runs. */
const exportsRead = (batchId: string) =>
  pollUntil(read('batchExportList', { params: { batchId } }), ({ exports }) =>
    exports.every(({ state }) => state !== 'running'),
  )

type Wanted = Pick<BatchExport, 'batchId' | 'status' | 'form'>

/**
 * @param wanted which calls, and in which form
 * @param onWhole gets the file of an export that was begun here, as soon as it is whole
 */
export function useExport({ batchId, status, form }: Wanted, onWhole: (file: Blob, whole: BatchExport) => void) {
  const { data, retry } = useRead(exportsRead(batchId))
  const start = useCommand('batchExportStart')
  const stop = useCommand('batchExportStop')
  const current = data?.exports.find((one) => one.status === status && one.form === form) ?? null
  const begun = useRef<string | null>(null)

  const take = (whole: BatchExport) =>
    request('batchExportFile', { params: { batchId, exportId: whole.id } }).then(
      (answer) => onWhole(answer.data as unknown as Blob, whole),
      (error: unknown) => {
        if (!(error instanceof Refusal)) throw error
        notify({ title: 'The file could not be fetched.', text: error.message, tone: 'danger' })
        retry()
      },
    )
  const whole = current?.state === 'done' ? current : null
  // The gateway, which has read the last page.
  useEffect(() => {
    if (whole === null || begun.current !== whole.id) return
    begun.current = null
    void take(whole)
  })

  return {
    current,
    isPending: start.isPending || stop.isPending,
    begin: () =>
      void start
        .run({ params: { batchId }, body: { status, form } })
        .then(({ id }) => {
          begun.current = id
        })
        .catch((error: unknown) => {
          if (error instanceof Refusal)
            notify({ title: 'The export was not begun.', text: error.message, tone: 'danger' })
        }),
    /** Stops it, or discards what was read. */
    end: () => {
      if (current) void stop.run({ params: { batchId, exportId: current.id } }).catch(() => retry())
    },
    take: () => {
      if (whole) void take(whole)
    },
  }
}
