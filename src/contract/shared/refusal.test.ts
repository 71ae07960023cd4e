/** A test for each error form (specification 7, interface 8). */
import { describe, expect, it } from 'vitest'
import { readRefusal } from './refusal.ts'

const read = (status: number, body: unknown) =>
  readRefusal(status, typeof body === 'string' ? body : JSON.stringify(body))

describe('reading a refusal', () => {
  it('reads the general form', () => {
    expect(read(400, { error: { code: 'invalid_number', message: 'Not a number.' } })).toEqual({
      status: 400,
      code: 'invalid_number',
      message: 'Not a number.',
      details: '',
    })
  })
  it('reads the form of Send Call', () => {
    expect(read(500, { error: 'Failed to initiate call', details: 'Carrier down', code: 'UNKNOWN_ERROR' })).toEqual({
      status: 500,
      code: 'UNKNOWN_ERROR',
      message: 'Failed to initiate call',
      details: 'Carrier down',
    })
    expect(read(404, { error: 'Agent not found', message: 'No such agent' })).toMatchObject({
      code: 'not_found',
      message: 'Agent not found',
      details: 'No such agent',
    })
  })
  it('reads the rate limit form', () => {
    expect(read(429, { status: 429, title: 'Too many requests', detail: 'Wait 3 s' })).toEqual({
      status: 429,
      code: 'rate_limited',
      message: 'Too many requests',
      details: 'Wait 3 s',
    })
  })
  it('reads a body with only a message', () => {
    expect(read(400, { message: 'No.' })).toMatchObject({ code: 'invalid_request', message: 'No.' })
  })
  it.each([
    ['HTML', '<html><b>Bad gateway</b></html>'],
    ['nothing', ''],
    ['a list', [1]],
    ['null', 'null'],
    ['an empty object', {}],
  ])('uses a default message for %s', (_, body) => {
    expect(read(503, body)).toEqual({
      status: 503,
      code: 'UNKNOWN_ERROR',
      message: 'The service responded with status 503.',
      details: '',
    })
  })
})

it('removes control characters, cuts the message at 500 characters and replaces an invalid code', () => {
  const refusal = read(400, { error: { code: '<script>', message: `a\u0000b\u001b[31m${'x'.repeat(9_000)}` } })
  expect(refusal.code).toBe('invalid_request')
  expect(refusal.message).toHaveLength(500)
  expect(refusal.message.startsWith('ab[31mxx')).toBe(true)
})
