/** For benchmarks in a browser: builds and serves a page, and generates a file of recipients. */
import { readFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import { extname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'

const contentTypes: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }

/** Builds a folder's `index.html` with the same options as the dashboard. */
export async function buildPage(root: string, folder: string): Promise<void> {
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    worker: { format: 'es' },
    build: { outDir: folder, emptyOutDir: true, target: 'es2023', chunkSizeWarningLimit: 2_000 },
  })
}

/**
 * Serves a built folder, compressed, while `work` runs.
 *
 * @param answers JSON by its path with query
 */
export async function withServer<T>(
  folder: string,
  work: (address: string) => Promise<T>,
  answers: Record<string, string> = {},
): Promise<T> {
  const send = (response: ServerResponse, contentType: string, body: Buffer | string) =>
    response.writeHead(200, { 'content-type': contentType, 'content-encoding': 'gzip' }).end(gzipSync(body))
  const server = createServer(({ url = '' }, response) => {
    const path = url === '/' ? '/index.html' : url
    try {
      const answer = answers[path]
      if (answer === undefined)
        send(response, contentTypes[extname(path)] ?? 'application/octet-stream', readFileSync(join(folder, path)))
      else send(response, 'application/json', answer)
    } catch {
      response.writeHead(404).end()
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  try {
    return await work(`http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/`)
  } finally {
    server.close()
  }
}

/** A file of recipients: a phone number, a name, an email address and two other columns. One row in a hundred is invalid. */
export function recipientsCsv(rows: number): string {
  const lines = ['phone_number,first_name,last_name,email,date,amount']
  for (let index = 0; index < rows; index++) {
    const area = [212, 415, 305, 206][index % 4]
    const number =
      index % 100 === 99 ? `${area}2${String(index % 1e6).padStart(6, '0')}` : `+1${area}${2_000_000 + (index >> 2)}`
    lines.push(`${number},Guest${index},Whitfield,guest${index}@example.com,Thursday,$${index % 300}.50`)
  }
  return `${lines.join('\n')}\n`
}
