import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { listenForEvents } from './webhooks.ts'

it('goes on listening after a delivery that was broken off', async () => {
  const listener = await listenForEvents(0)
  onTestFinished(() => listener.close())
  const socket = connect(listener.port, '127.0.0.1')
  // An answer to the first request shows that the second, which is sent with it, has begun.
  socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}')
  await once(socket, 'data')
  socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 20\r\n\r\n{"eve')
  socket.end()
  await once(socket, 'close')
  const answer = await fetch(`http://127.0.0.1:${listener.port}/`, { method: 'POST', body: '{}' })
  expect(answer.status).toBe(204)
  expect(listener.deliveries.map(({ body }) => String(body))).toEqual(['{}', '{}'])
})
