import { expect, it } from 'vitest'
import { createMask } from './client.ts'
import { InvalidOptionsError, readOptions } from './options.ts'

const environment = {
  SERVICE_URL: 'https://calls.example',
  SERVICE_API_KEY: 'secret-key',
  SERVICE_WORKSPACE_ID: 'a=First,b',
}

it('reads the service from the environment, and changes nothing by default', () => {
  expect(readOptions([], environment)).toMatchObject({
    apiKey: 'secret-key',
    workspace: 'a',
    hasEffects: false,
    checksLimits: false,
    requestsPerMinute: null,
  })
  expect(readOptions(['--help'], {})).toBeNull()
})

it('reports all mistakes at once', () => {
  const mistakes = [
    '--url',
    'ftp://x',
    '--rate',
    'fast',
    '--number',
    '4155550134',
    '--draft',
    'one',
    '--room',
    'a/b',
    '--listen',
    '1',
  ]
  expect(() => readOptions(mistakes, {})).toThrow(
    new InvalidOptionsError(
      [
        '--key is missing (or SERVICE_API_KEY in the environment).',
        '--workspace is missing (or SERVICE_WORKSPACE_ID in the environment).',
        '--url must be an http or https address.',
        'roomName is not a valid ID: a/b',
        '--draft must be <conversation id>/<message id>: one',
        '--number must be in E.164 format, for example +14155550134: 4155550134',
        '--rate must be a number from 1 to 100000.',
        '--listen requires --webhook-secret (or SERVICE_WEBHOOK_SECRET in the environment).',
        '--number, --draft and --permanent require --effects.',
      ].join('\n'),
    ),
  )
  expect(() => readOptions(['--everything'], environment)).toThrow(InvalidOptionsError)
})

it('masks the key and phone numbers', () => {
  const mask = createMask('secret-key')
  expect(mask('{"toNumber":"+14155550134","of":"secret-key"}')).toBe('{"toNumber":"+1…34","of":"•••"}')
  expect(mask('call 4155550134 in batch_9138450518795221')).toBe('call … in batch_9138450518795221')
})
