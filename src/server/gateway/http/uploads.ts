/**
 * Uploads that arrive. A body is written to the data folder piece by piece, and the processes that read files get its path: if it were put
 * together here, everybody would wait while 80 MB are copied, and they would stay in memory long after the request. What was written is
 * removed with the request, and at the next start if this process is killed.
 */
import { rmSync } from 'node:fs'
import { mkdir, mkdtemp, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Refusal } from '#contract/index.ts'
import type { Log } from '../shared/log.ts'
import { requestIncomplete, uploadNotStored } from '../shared/refusals.ts'

/** An upload that has arrived. */
export interface ReceivedUpload {
  /** The form, as it was sent. */
  body: string
  /** Where its file can be written. */
  file: string
  contentType: string
}

export type Uploads = ReturnType<typeof createUploads>

/** @param deps.folder for nothing else: what is in it is deleted at the start and at the end */
export function createUploads({ folder, log }: { folder: string; log: Log }) {
  const removeAll = () => rmSync(folder, { recursive: true, force: true })
  // guard: uploads-of-a-killed-process-are-removed
  removeAll()

  /** @throws Refusal if a file cannot be written */
  const orRefuse = <T>(writing: Promise<T>): Promise<T> =>
    writing.catch((error: unknown) => {
      log.error({ error: String(error) }, 'could not store an upload')
      throw uploadNotStored()
    })

  async function write(request: Request, path: string, maxBytes: number, tooLarge: () => Refusal): Promise<void> {
    const file = await orRefuse(open(path, 'wx', 0o600))
    try {
      const reader = request.body?.getReader()
      if (!reader) return
      let bytes = 0
      for (;;) {
        const { done, value } = await reader.read().catch(() => {
          throw requestIncomplete()
        })
        if (done) return
        bytes += value.byteLength
        if (bytes > maxBytes) throw tooLarge()
        await orRefuse(file.appendFile(value))
      }
    } finally {
      await file.close()
    }
  }

  return {
    /**
     * Stores the body of a request while it is handled.
     *
     * @param limits.tooLarge the refusal of a body of more than `maxBytes`
     * @throws Refusal also if the connection ends before the body is complete, or 503 if the disk is full
     */
    async receive<T>(
      request: Request,
      { maxBytes, tooLarge }: { maxBytes: number; tooLarge: () => Refusal },
      handle: (upload: ReceivedUpload) => Promise<T>,
    ): Promise<T> {
      const announced = Number(request.headers.get('content-length') ?? 0)
      if (announced > maxBytes) throw tooLarge()
      await orRefuse(mkdir(folder, { recursive: true, mode: 0o700 }))
      // Only this user may open it.
      const own = await orRefuse(mkdtemp(join(folder, 'upload-')))
      try {
        const body = join(own, 'body')
        await write(request, body, maxBytes, tooLarge)
        return await handle({ body, file: join(own, 'file'), contentType: request.headers.get('content-type') ?? '' })
      } finally {
        // guard: uploads-are-removed
        await rm(own, { recursive: true, force: true, maxRetries: 3 }).catch((error: unknown) =>
          log.error({ error: String(error) }, 'could not remove an upload'),
        )
      }
    },

    close: removeAll,
  }
}
