import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { CannotListen, listen } from './listen.ts'

const local = { host: '127.0.0.1', port: 0 }

async function open(address: { host: string; port: number }): Promise<number> {
  const server = await listen(address, async () => new Response('ok'))
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

test('an unused connection stays open longer than a proxy keeps it, so no command meets a closing one', async () => {
  const answer = await fetch(`http://127.0.0.1:${await open(local)}`)
  const [, seconds] = /timeout=(\d+)/.exec(answer.headers.get('keep-alive') ?? '') ?? []
  expect(Number(seconds)).toBeGreaterThan(60)
})

test('a port in use is a sentence for the person at the terminal', async () => {
  const port = await open(local)
  await expect(open({ ...local, port })).rejects.toThrow(
    new CannotListen(
      `Port ${port} on 127.0.0.1 is in use. Stop the program that uses it, or set PORT to another port.`,
    ),
  )
})
