/** The one way to stream a CSV file: what is long is read a little at a time, and others are served in between. */
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { writeForSpreadsheet, writeMoreLeftOut } from '#recipients/file/write.ts'

/**
 * Writes a CSV file for a spreadsheet while it is sent; no cell starts a formula. Rows are read as fast as the browser receives them, so
 * that memory does not depend on their number, and no longer than the browser waits.
 *
 * @param nextRows reads the next rows, a few hundred at a time; `isLast`: no more follow
 */
export function streamCsv(
  columns: readonly string[],
  nextRows: () => Promise<{ rows: readonly (readonly string[])[]; isLast: boolean }>,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  let hasBegun = false
  return new ReadableStream(
    {
      async pull(controller) {
        // The embedded database answers at once, so without this a fast reader would keep everybody else waiting until the end.
        // guard: stream-lets-others-run
        await yieldToEventLoop()
        const { rows, isLast } = await nextRows()
        const text = hasBegun ? writeMoreLeftOut(rows) : writeForSpreadsheet(columns, rows)
        hasBegun = true
        if (text !== '') controller.enqueue(encoder.encode(text))
        if (isLast) controller.close()
      },
    },
    { highWaterMark: 0 },
  )
}
