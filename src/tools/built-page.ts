/** Pages of benchmarks, and the file that is read in them. */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { extname, join } from 'node:path'
import { build } from 'vite'

const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript' }

/** Builds the page of a folder (its `index.html`) as the product is built. */
export async function buildPage(root: string, folder: string): Promise<void> {
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    worker: { format: 'es' },
    build: { outDir: folder, emptyOutDir: true, target: 'es2023', chunkSizeWarningLimit: 2_000 },
  })
}

/** Serves what was built while the work lasts. */
export async function served<T>(folder: string, work: (address: string) => Promise<T>): Promise<T> {
  const server = createServer((request, response) => {
    const path = request.url === '/' ? '/index.html' : (request.url ?? '')
    try {
      const body = readFileSync(join(folder, path))
      response.writeHead(200, { 'content-type': types[extname(path)] ?? 'application/octet-stream' }).end(body)
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

/** As a campaign's file is: a number, a name, an e-mail address and two columns of its own; one row in a hundred is bad. */
export function campaign(rows: number): string {
  const lines = ['phone_number,first_name,last_name,email,date,amount']
  for (let at = 0; at < rows; at++) {
    const area = [212, 415, 305, 206][at % 4]
    const number =
      at % 100 === 99 ? `${area}2${String(at % 1e6).padStart(6, '0')}` : `+1${area}${2_000_000 + (at >> 2)}`
    lines.push(`${number},Guest${at},Whitfield,guest${at}@example.com,Thursday,$${at % 300}.50`)
  }
  return `${lines.join('\n')}\n`
}
