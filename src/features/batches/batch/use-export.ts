/** Starts, follows and stops an export of a batch's calls, and downloads its file. */
import { useEffect, useRef } from 'react'
import { request } from '#api/client.ts'
import { useCommand } from '#api/commands.ts'
import { pollLessOnce, read, useRead } from '#api/reads.ts'
import { type BatchExport, Refusal } from '#contract/index.ts'
import { notify } from '#kit/actions/notices.ts'

/** Polled while an export runs. */
const exportsRead = (batchId: string) =>
  pollLessOnce(read('batchExportList', { params: { batchId } }), ({ exports }) =>
    exports.every(({ state }) => state !== 'running'),
  )

type ExportRequest = Pick<BatchExport, 'batchId' | 'status' | 'form'>

/**
 * @param request which calls, and in which form
 * @param onComplete gets the file of an export that was started here, as soon as it is complete
 */
export function useExport(
  { batchId, status, form }: ExportRequest,
  onComplete: (file: Blob, complete: BatchExport) => void,
) {
  const { data, retry } = useRead(exportsRead(batchId))
  const start = useCommand('batchExportStart')
  const stop = useCommand('batchExportStop')
  const current = data?.exports.find((candidate) => candidate.status === status && candidate.form === form) ?? null
  const startedId = useRef<string | null>(null)

  const fetchFile = (complete: BatchExport) =>
    request('batchExportFile', { params: { batchId, exportId: complete.id } }).then(
      (answer) => onComplete(answer.data as unknown as Blob, complete),
      (error: unknown) => {
        if (!(error instanceof Refusal)) throw error
        notify({ title: 'The file could not be downloaded.', text: error.message, tone: 'danger' })
        retry()
      },
    )
  const complete = current?.state === 'done' ? current : null
  // The export's state comes from polling the gateway.
  useEffect(() => {
    if (complete === null || startedId.current !== complete.id) return
    startedId.current = null
    void fetchFile(complete)
  })

  return {
    current,
    /** Whether it is known which exports there are. */
    isLoaded: data !== undefined,
    isPending: start.isPending || stop.isPending,
    startExport: () =>
      void start
        .run({ params: { batchId }, body: { status, form } })
        .then(({ id }) => {
          startedId.current = id
        })
        .catch((error: unknown) => {
          if (error instanceof Refusal)
            notify({ title: 'The export was not started.', text: error.message, tone: 'danger' })
        }),
    /** Stops the export, or discards its file. */
    stopExport: () => {
      if (current) void stop.run({ params: { batchId, exportId: current.id } }).catch(() => retry())
    },
    download: () => {
      if (complete) void fetchFile(complete)
    },
  }
}
