/** A process of its own that asks a gateway for `/healthz` every 10 ms. On a message, reports the longest time without an answer. */
import { Agent, get } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'

const intervalMs = 10
const agent = new Agent({ keepAlive: true })
const address = process.argv[2] ?? ''
let lastAnswerAt = performance.now()
let longestMs = 0

const ask = () =>
  new Promise<void>((resolve) => {
    get(`${address}/healthz`, { agent }, (answer) => answer.resume().on('end', resolve)).on('error', () => resolve())
  })

process.on('message', () => {
  process.send?.(Math.max(longestMs, performance.now() - lastAnswerAt))
  longestMs = 0
})
process.on('disconnect', () => process.exit())
for (;;) {
  await ask()
  const now = performance.now()
  longestMs = Math.max(longestMs, now - lastAnswerAt)
  lastAnswerAt = now
  await wait(intervalMs)
}
